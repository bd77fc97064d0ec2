#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A blocking client that sends what it is told and returns what comes back, byte for byte.
final class RawClient {
    private let descriptor: Int32

    init(port: Int) {
        signal(SIGPIPE, SIG_IGN)
        // A program that another test starts must not keep it open.
        #if canImport(Glibc)
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        #else
        descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr = in_addr(s_addr: in_addr_t(0x7F00_0001).bigEndian)
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    deinit { close(descriptor) }

    func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = send(descriptor, bytes, bytes.count, 0)
    }

    /// What comes until `count` bytes are there or the server ends; `nil` when it resets.
    func read(upTo count: Int = .max) -> String? {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while all.count < count {
            let received = recv(descriptor, &buffer, min(buffer.count, count - all.count), 0)
            if received < 0 { return nil }
            if received == 0 { break }
            all += buffer[..<received]
        }
        return String(decoding: all, as: UTF8.self)
    }

    /// Sends one request and returns everything until the connection ends.
    static func exchange(
        port: Int, _ line: String = "GET /x", _ fields: String = "", body: String = ""
    ) -> String? {
        let client = RawClient(port: port)
        client.write("\(line) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\(fields)\r\n\(body)")
        return client.read()
    }
}
