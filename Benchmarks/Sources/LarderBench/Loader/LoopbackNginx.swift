import Foundation
import LarderTesting

/// An nginx on loopback that serves a file of 20 KB and a large one.
struct LoopbackNginx: Sendable {
    let small: URL
    let large: URL
    private let folder: URL

    struct Missing: Error, CustomStringConvertible {
        let description = "nginx or curl did not run. Scripts/setup.sh bench installs both."
    }

    init(largeMebibytes: Int) throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("larder-bench-\(UUID().uuidString)")
        let port = try ScriptedOrigin().port
        guard let base = URL(string: "http://127.0.0.1:\(port)/") else { throw Missing() }
        small = base.appendingPathComponent("small")
        large = base.appendingPathComponent("large")
        let files = folder.appendingPathComponent("files")
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
        let bytes = (0..<20_480).map { UInt8(truncatingIfNeeded: $0 &* 131) }
        try Data(bytes).write(to: files.appendingPathComponent("small"))
        let path = files.appendingPathComponent("large")
        try Data().write(to: path)
        try FileHandle(forWritingTo: path).truncate(atOffset: UInt64(largeMebibytes) << 20)
        let text = Self.configuration(folder.path, port)
        try Data(text.utf8).write(to: folder.appendingPathComponent("nginx.conf"))
        try Self.run("chmod -R a+rX \(folder.path) && nginx -c \(folder.path)/nginx.conf")
    }

    /// Ends the server and removes its files.
    func stop() {
        // A server that has died already needs no end.
        try? Self.run("kill $(cat \(folder.path)/pid); rm -rf \(folder.path)")
    }

    /// Runs a line of shell, whose output is dropped, and waits for its end.
    ///
    /// Not by `Process`, which also waits for daemons that the line started.
    static func run(_ line: String) throws {
        guard let pipe = popen("exec >/dev/null 2>&1\n" + line, "r"), pclose(pipe) == 0 else {
            throw Missing()
        }
    }

    private static func configuration(_ folder: String, _ port: Int) -> String {
        """
        worker_processes 1;
        pid \(folder)/pid;
        error_log \(folder)/error.log;
        events { worker_connections 512; }
        http {
            access_log off;
            sendfile on;
            keepalive_requests 1000000;
            client_body_temp_path \(folder)/body;
            proxy_temp_path \(folder)/proxy;
            fastcgi_temp_path \(folder)/fastcgi;
            uwsgi_temp_path \(folder)/uwsgi;
            scgi_temp_path \(folder)/scgi;
            server { listen 127.0.0.1:\(port); root \(folder)/files; }
        }
        """
    }
}
