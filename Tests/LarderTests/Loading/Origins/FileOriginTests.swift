import Larder
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `A FileOrigin` {
    private let folder: Folder
    private let origin = FileOrigin()

    init() throws {
        folder = try Folder()
    }

    @Test(arguments: [0, 1, 131_072, 300_001])
    func `reads a file`(size: Int) async throws {
        let bytes = Data((0..<size).map { UInt8(truncatingIfNeeded: $0) })
        let url = try folder.write(bytes, "a file ü.bin")
        let response = try await origin.send(OriginRequest(url: url))
        #expect(response.status == 200)
        #expect(response.fields["Content-Length"] == String(size))
        #expect(response.fields["Last-Modified"]?.hasSuffix(" GMT") == true)
        #expect(try await response.body.collect(upTo: .mebibytes(1)) == bytes)
    }

    @Test(arguments: [AddressPolicy.publicOnly, .custom { _, _ in true }])
    func `reads nothing for who may not reach every address`(policy: AddressPolicy) async throws {
        let url = try folder.write(Data("secret".utf8), "x")
        await #expect {
            try await origin.send(OriginRequest(url: url, addressPolicy: policy))
        } throws: {
            LoadError.Code.forbiddenAddress ~= $0
        }
    }

    @Test func `says that nothing changed, until something did`() async throws {
        let url = try folder.write(Data("one".utf8), "x")
        let first = try await origin.send(OriginRequest(url: url))
        let tag = try #require(first.fields["ETag"])
        let check = OriginRequest(url: url, fields: ["If-None-Match": tag])
        let unchanged = try await origin.send(check)
        #expect(unchanged.status == 304)
        #expect(unchanged.fields["ETag"] == tag)
        #expect(try await unchanged.body.collect(upTo: .zero).isEmpty)
        _ = try folder.write(Data("other".utf8), "x")
        #expect(try await origin.send(check).status == 200)
    }

    @Test func `answers HEAD without the content`() async throws {
        let url = try folder.write(Data("hello".utf8), "x")
        let response = try await origin.send(OriginRequest(url: url, method: .head))
        #expect(response.fields["Content-Length"] == "5")
        #expect(try await response.body.collect(upTo: .zero).isEmpty)
    }

    @Test(arguments: [
        ("missing", LoadError.Code.file, "cannot be opened"), ("", .file, "folder"),
        ("a%00b", .invalidURL, "no file"),
    ])
    func `refuses what is no file`(
        name: String, code: LoadError.Code, words: String
    ) async throws {
        let url = try #require(URL(string: "file://\(folder.path)/\(name)"))
        let error = await #expect(throws: LoadError.self) { try await origin.body(url) }
        #expect(error?.code == code)
        #expect(error?.message.contains(words) == true)
    }

    @Test func `refuses a file on another machine`() async throws {
        let url = try #require(URL(string: "file://server/share/x"))
        await #expect { try await origin.body(url) } throws: { LoadError.Code.file ~= $0 }
    }

    @Test func `refuses a file over the limit`() async throws {
        let url = try folder.write(Data("hello".utf8), "x")
        let request = OriginRequest(url: url, limit: .bytes(4))
        await #expect { try await origin.send(request) } throws: { LoadError.Code.tooLarge ~= $0 }
    }

    @Test func `finds out that a file was cut while it was read`() async throws {
        let url = try folder.write(Data(count: 200_000), "x")
        let response = try await origin.send(OriginRequest(url: url))
        _ = try folder.write(Data("short".utf8), "x", inPlace: true)
        await #expect {
            try await response.body.collect(upTo: .mebibytes(1))
        } throws: {
            LoadError.Code.truncated ~= $0
        }
    }

    @Test func `is reached through the system's origin, as data: and http: are`() async throws {
        let origin = SystemOrigin()
        let file = try folder.write(Data("hello".utf8), "x")
        #expect(try await origin.body(file) == Data("hello".utf8))
        let data = try #require(URL(string: "DATA:,hi"))
        #expect(try await origin.body(data) == Data("hi".utf8))
    }

    @Test(arguments: [
        ("gopher://x/", LoadError.Code.unsupportedScheme), ("relative/path", .invalidURL),
    ])
    func `says which schemes are served`(url: String, code: LoadError.Code) async throws {
        let url = try #require(URL(string: url))
        let error = await #expect(throws: LoadError.self) { try await SystemOrigin().body(url) }
        #expect(error?.code == code)
    }
}

/// A folder that is removed with its content when the test has ended.
private final class Folder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/larder-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        // What is left is the system's to clear.
        try? FileManager.default.removeItem(atPath: path)
    }

    func write(_ bytes: Data, _ name: String, inPlace: Bool = false) throws -> URL {
        let url = URL(filePath: path + "/" + name)
        try bytes.write(to: url, options: inPlace ? [] : .atomic)
        return url
    }
}
