import Foundation
import Larder
import Synchronization

@testable import LarderRedis

/// An engine that keeps keys in a dictionary, and lies as it is told to.
final class LyingEngine: Sendable {
    /// What it does in place of an honest answer.
    enum Lie: Sendable {
        case text(String)
        /// The honest answer, with something around it.
        case around(before: String = "", after: String = "")
        /// Each byte of the honest answer in a packet of its own.
        case dripping
        case cutting(String)
        case silence
    }

    let port: Int
    private let listener: Int32
    private let state = Mutex(State())

    private struct State {
        var values: [[UInt8]: [UInt8]] = [:]
        var connections = 0
        var asked: [[String]] = []
        var lie: @Sendable ([String], Int) -> Lie? = { _, _ in nil }
    }

    init() throws {
        (listener, port) = try Loopback.listen()
        let listener = listener
        _ = OwnThread.start { [weak self] in
            while case let client = accept(listener, nil, nil), client >= 0 {
                guard let self else { break }
                let number = state.withLock { state in
                    state.connections += 1
                    return state.connections
                }
                _ = OwnThread.start { [weak self] in
                    self?.serve(client, number)
                    // A process that another test starts meanwhile may hold the socket, too.
                    shutdown(client, Int32(SHUT_RDWR))
                    close(client)
                }
            }
            close(listener)
        }
    }

    deinit {
        // Ends the thread's wait for the next connection.
        shutdown(listener, Int32(SHUT_RDWR))
    }
}

extension LyingEngine {
    var connections: Int { state.withLock { $0.connections } }

    /// The commands of that name.
    func asked(_ name: String) -> [[String]] {
        state.withLock { $0.asked.filter { $0[0] == name } }
    }

    var names: [String] {
        state.withLock { $0.values.keys.map { String(decoding: $0, as: UTF8.self) } }
    }

    /// Lies from now on as `lie` says of a command's words and its connection, counted from 1.
    func lie(_ lie: @escaping @Sendable (_ words: [String], _ connection: Int) -> Lie?) {
        state.withLock { $0.lie = lie }
    }

    func beHonest() { lie { _, _ in nil } }

    /// A tier over it with one connection, and a deadline that a test can wait for.
    func tier(deadline: Duration = .seconds(20)) -> RedisTier {
        var configuration = RedisConfiguration(endpoint: .host("127.0.0.1", port: port))
        configuration.connections = 1
        configuration.deadline = deadline
        configuration.connectDeadline = .seconds(20)
        return RedisTier(configuration)
    }
}

extension LyingEngine {
    /// Answers what comes until either side ends the connection.
    private func serve(_ client: Int32, _ number: Int) {
        var parser = RESPParser(limit: 1 << 26)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(client, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            var commands: [RESPValue] = []
            let isSound = buffer[..<count].withUnsafeBytes { bytes in
                (try? parser.read(bytes, into: &commands)) != nil
            }
            guard isSound else { return }
            for case .array(let words) in commands {
                guard answer(words.compactMap(\.bytes), client, number) else { return }
            }
        }
    }

    private func answer(_ words: [[UInt8]], _ client: Int32, _ number: Int) -> Bool {
        let text = words.map { String(decoding: $0, as: UTF8.self) }
        let (lie, honest) = state.withLock { state in
            state.asked.append(text)
            return (state.lie(text, number), Self.answer(words, text, &state.values))
        }
        switch lie {
        case nil: return Self.send(honest, client)
        case .text(let text): return Self.send(Array(text.utf8), client)
        case .around(let before, let after):
            return Self.send(Array(before.utf8) + honest + Array(after.utf8), client)
        case .dripping: return honest.allSatisfy { Self.send([$0], client) }
        case .cutting(let text):
            _ = Self.send(Array(text.utf8), client)
            return false
        case .silence: return true
        }
    }

    private static func send(_ bytes: [UInt8], _ client: Int32) -> Bool {
        Foundation.send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    private static func answer(
        _ words: [[UInt8]], _ text: [String], _ values: inout [[UInt8]: [UInt8]]
    ) -> [UInt8] {
        switch text[0] {
        case "HELLO": return Array("%0\r\n".utf8)
        case "PING": return Array("+PONG\r\n".utf8)
        case "SET": values[words[1]] = words[2]
        case "UNLINK":
            return Array((values.removeValue(forKey: words[1]) == nil ? ":0\r\n" : ":1\r\n").utf8)
        case "GET": return values[words[1]].map(bulk) ?? Array("_\r\n".utf8)
        case "GETRANGE":
            let (from, to) = (Int(text[2]) ?? 0, Int(text[3]) ?? 0)
            return bulk(Array((values[words[1]] ?? []).dropFirst(from).prefix(to - from + 1)))
        case "SCAN":
            let names = values.keys.map(bulk)
            return Array("*2\r\n$1\r\n0\r\n*\(names.count)\r\n".utf8) + names.joined()
        default: break
        }
        return Array("+OK\r\n".utf8)
    }

    private static func bulk(_ bytes: [UInt8]) -> [UInt8] {
        Array("$\(bytes.count)\r\n".utf8) + bytes + [0x0D, 0x0A]
    }
}
