import Foundation
import Larder
import LarderTesting
import Testing

@testable import LarderRedis

@Suite struct EntryFormTests {
    static let seals = [Seal(key: nil), Seal(key: RedisDigestKey(3, 4))]
    private static let version = EntryVersion(rawValue: 0x0102_0304_0506_0708)

    private static let entry = Entry(
        payload: Data("the payload".utf8),
        attributes: EntryAttributes(
            metadata: ["type": "é", "": ""], storedAt: Date(timeIntervalSince1970: 1_000.5),
            expiresAt: Date(timeIntervalSince1970: 2_000.25), version: version))

    @Test(arguments: seals.indices)
    func `what is written is read back`(seal: Int) {
        let form = EntryForm(seal: Self.seals[seal])
        let bytes = form.encode(Self.entry, as: Self.version, forKey: "key")
        #expect(form.decode(bytes, forKey: "key") == Self.entry)
        #expect(EntryForm.version(in: bytes) == Self.version)
        #expect(Self.version.bytes == Array(bytes[EntryForm.version]))
        let head = form.decodeHead(Array(bytes.dropLast(11)), forKey: "key")
        #expect(head?.attributes == Self.entry.attributes)
        #expect(head?.length == bytes.count - 11)
    }

    @Test(arguments: seals.indices)
    func `a value with any byte changed, cut or added is none`(seal: Int) {
        let form = EntryForm(seal: Self.seals[seal])
        let bytes = form.encode(Self.entry, as: Self.version, forKey: "key")
        for place in bytes.indices {
            for mask in [UInt8(1), 0x80, 0xFF] {
                var damaged = bytes
                damaged[place] ^= mask
                #expect(form.decode(damaged, forKey: "key") == nil, "byte \(place)")
            }
            #expect(form.decode(Array(bytes[..<place]), forKey: "key") == nil)
        }
        #expect(form.decode(bytes + [0], forKey: "key") == nil)
    }

    @Test(arguments: seals.indices)
    func `a value under another key is none`(seal: Int) {
        let form = EntryForm(seal: Self.seals[seal])
        let bytes = form.encode(Self.entry, as: Self.version, forKey: "key")
        for key in ["ke", "key2", "", "Key"] { #expect(form.decode(bytes, forKey: key) == nil) }
    }

    @Test func `without the key nobody makes a value that holds`() {
        let form = EntryForm(seal: Self.seals[1])
        for other in [Self.seals[0], Seal(key: RedisDigestKey(4, 3))] {
            let forged = EntryForm(seal: other).encode(Self.entry, as: Self.version, forKey: "key")
            #expect(form.decode(forged, forKey: "key") == nil)
        }
    }

    @Test func `a digest of a payload is no digest of a head`() {
        let seal = Self.seals[1]
        [UInt8](0..<60).withUnsafeBytes {
            #expect(seal.digest(ofHead: $0) != seal.digest(ofPayload: $0))
        }
    }

    @Test(arguments: [
        Date.distantPast, .distantFuture, Date(timeIntervalSince1970: .infinity),
        Date(timeIntervalSince1970: -.infinity), Date(timeIntervalSince1970: -1.5),
    ])
    func `any date can be written, and none becomes never`(date: Date) throws {
        let form = EntryForm(seal: Self.seals[0])
        let attributes = EntryAttributes(storedAt: date, expiresAt: date)
        let bytes = form.encode(
            Entry(payload: Data(), attributes: attributes), as: Self.version, forKey: "")
        let found = try #require(form.decode(bytes, forKey: ""))
        #expect(found.attributes.expiresAt != nil)
    }

    @Test func `no bytes make it trap`() {
        let form = EntryForm(seal: Self.seals[0])
        let whole = form.encode(Self.entry, as: Self.version, forKey: "key")
        var random = SeededGenerator(seed: 11)
        for _ in 0..<5_000 {
            var bytes = whole.prefix(.random(in: 0...whole.count, using: &random))
            for _ in 0..<Int.random(in: 0...8, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                bytes[place] =
                    Bool.random(using: &random) ? 0xFF : .random(in: 0...255, using: &random)
            }
            let found = form.decode(Array(bytes), forKey: "key")
            #expect(found == nil || found == Self.entry)
        }
    }
}
