#if os(Linux)
import LarderTesting

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A real nginx on loopback with a folder of files: HTTP/1.1 on one port, HTTP/2 over TLS on
/// another, and one port more whose certificate has expired.
///
/// Each answer says by `X-Connection` and `X-Protocol` how it was asked for.
final class NginxServer: Sendable {
    let plainPort: Int
    let securePort: Int
    let expiredPort: Int
    let authority: TestAuthority
    private let folder: String

    /// Starts a server with `files`, by path. It stops when it is released.
    init(files: [String: Data]) throws {
        authority = try TestAuthority.shared.get()
        folder = try Shell.run("mktemp -d").split(separator: "\n").joined()
        try Shell.run("mkdir \(folder)/files && chmod -R 755 \(folder)")
        for (path, content) in files {
            try content.write(to: URL(filePath: "\(folder)/files\(path)"))
        }
        let ports = try (0..<3).map { _ in try ScriptedOrigin() }.map(\.port)
        plainPort = ports[0]
        securePort = ports[1]
        expiredPort = ports[2]
        let text = Self.configuration(folder, ports, authority.folder)
        try Data(text.utf8).write(to: URL(filePath: folder + "/nginx.conf"))
        // It returns when the ports are open.
        try Shell.run("nginx -c \(folder)/nginx.conf -p \(folder) -e \(folder)/error.log")
    }

    deinit {
        // A server that has died already needs no end.
        _ = try? Shell.run("kill $(cat \(folder)/pid); rm -rf \(folder)")
    }

    func url(_ path: String, port: Int? = nil, host: String = "127.0.0.1") throws -> URL {
        let scheme = port ?? plainPort == plainPort ? "http" : "https"
        guard let url = URL(string: "\(scheme)://\(host):\(port ?? plainPort)\(path)") else {
            throw Shell.Failure(description: "\(path) is no path.")
        }
        return url
    }

    private static func configuration(
        _ folder: String, _ ports: [Int], _ certificates: String
    ) -> String {
        """
        worker_processes 1;
        pid \(folder)/pid;
        error_log \(folder)/error.log;
        events { worker_connections 512; }
        http {
            access_log off;
            client_body_temp_path \(folder)/body;
            proxy_temp_path \(folder)/proxy;
            fastcgi_temp_path \(folder)/fastcgi;
            uwsgi_temp_path \(folder)/uwsgi;
            scgi_temp_path \(folder)/scgi;
            types { text/plain txt; image/jpeg jpg; }
            gzip on;
            gzip_min_length 1;
            gzip_types text/plain;
            keepalive_requests 100000;
            send_timeout 1h;
            add_header X-Connection $connection always;
            add_header X-Protocol $server_protocol always;
            root \(folder)/files;
            server { listen 127.0.0.1:\(ports[0]); }
            server {
                listen 127.0.0.1:\(ports[1]) ssl http2;
                listen 127.0.0.2:\(ports[1]) ssl http2;
                ssl_certificate \(certificates)/server.pem;
                ssl_certificate_key \(certificates)/server.key;
            }
            server {
                listen 127.0.0.1:\(ports[2]) ssl http2;
                ssl_certificate \(certificates)/expired.pem;
                ssl_certificate_key \(certificates)/expired.key;
            }
        }
        """
    }
}
#endif
