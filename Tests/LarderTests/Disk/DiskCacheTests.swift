import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `A disk cache` {
    let place = TemporaryDirectory()

    func open(_ capacity: ByteCount? = .mebibytes(8)) throws -> DiskCache {
        try DiskCache(directory: place.url, capacity: capacity)
    }

    @Test func `gives back what was stored last, also after it was opened anew`() throws {
        var cache = try open()
        try cache.store(Data("one".utf8), forKey: "a")
        try cache.store(Data("two".utf8), forKey: "b", metadata: ["type": "text"])
        try cache.store(Data("three".utf8), forKey: "a")
        for _ in 0..<2 {
            #expect(try cache.data(forKey: "a") == Data("three".utf8))
            #expect(try cache.data(forKey: "b") == Data("two".utf8))
            #expect(try cache.data(forKey: "c") == nil)
            #expect(try cache.attributes(forKey: "b")?.metadata == ["type": "text"])
            cache.close()
            cache = try open()
        }
    }

    @Test func `forgets what was removed, for good`() throws {
        var cache = try open()
        try cache.store(Data("one".utf8), forKey: "a")
        try cache.store(Data("two".utf8), forKey: "b")
        try cache.remove(forKey: "a")
        try cache.remove(forKey: "never there")
        for _ in 0..<2 {
            #expect(try cache.data(forKey: "a") == nil)
            #expect(try cache.contains("b"))
            cache.close()
            cache = try open()
        }
        try cache.removeAll()
        #expect(try cache.data(forKey: "b") == nil)
        cache.close()
        cache = try open()
        #expect(try cache.data(forKey: "b") == nil)
        #expect(try cache.statistics.entries == 0)
    }

    @Test(arguments: [0, 1, 7, 100, 4096, 65_535, 70_000, 1_000_000, 3_000_000])
    func `keeps payloads of any size`(size: Int) throws {
        var cache = try open()
        let payload = Data.pattern(size, count: size)
        try cache.store(Data("older".utf8), forKey: "a")
        #expect(try cache.store(payload, forKey: "a", metadata: ["size": "\(size)"]) != nil)
        for _ in 0..<2 {
            #expect(try cache.data(forKey: "a") == payload)
            #expect(try cache.attributes(forKey: "a")?.size == size)
            #expect(try cache.data(forKey: "a", in: 3..<70) == payload.dropFirst(3).prefix(67))
            #expect(try cache.attributes(forKey: "a")?.metadata == ["size": "\(size)"])
            cache.close()
            cache = try open()
        }
        try cache.store(Data("newer".utf8), forKey: "a")
        #expect(try cache.data(forKey: "a") == Data("newer".utf8))
        #expect(place.names.filter { $0.hasSuffix(".large") }.isEmpty)
    }

    @Test func `tells a caller that an entry is not kept, and drops the one before`() throws {
        let cache = try open(.mebibytes(1))
        try cache.store(Data("small".utf8), forKey: "a")
        #expect(try cache.store(Data(count: 600_000), forKey: "a") == nil)
        #expect(try cache.data(forKey: "a") == nil)
        try cache.store(Data("small".utf8), forKey: "a")
        #expect(try cache.store(Data("x".utf8), forKey: "a", lifetime: .seconds(0)) == nil)
        #expect(try cache.data(forKey: "a") == nil)
    }

    @Test func `stores under keys that nobody had`() throws {
        let cache = try open()
        let keys = try (0..<100).map { try cache.storeUnderNewKey(Data("\($0)".utf8)) }
        #expect(Set(keys).count == 100)
        for (index, key) in keys.enumerated() {
            #expect(try cache.data(forKey: #require(key)) == Data("\(index)".utf8))
        }
    }

    @Test func `lists its entries without their payloads`() throws {
        let cache = try open()
        for index in 0..<500 { try cache.store(Data(count: index), forKey: "key \(index)") }
        try cache.bucket("other").store(Data(count: 7), forKey: "key 1")
        try cache.remove(forKey: "key 3")
        var sizes: [String: Int] = [:]
        let cursor = cache.entries()
        while let entry = try cursor.next() {
            sizes["\(entry.bucket ?? "")/\(entry.key)"] = entry.size
        }
        #expect(sizes.count == 500)
        #expect(sizes["/key 499"] == 499 && sizes["other/key 1"] == 7)
        #expect(sizes["/key 3"] == nil)
    }

    @Test func `keeps buckets apart`() throws {
        var cache = try open()
        for name in ["", "a", "b"] {
            try cache.bucket(name).store(Data("in \(name)".utf8), forKey: "key")
        }
        #expect(try cache.data(forKey: "key") == Data("in ".utf8))
        try cache.bucket("a").removeAll()
        for _ in 0..<2 {
            #expect(try cache.bucket("a").data(forKey: "key") == nil)
            #expect(try cache.bucket("b").data(forKey: "key") == Data("in b".utf8))
            #expect(try cache.bucket("b").statistics.entries == 1)
            #expect(try cache.data(forKey: "key") == Data("in ".utf8))
            cache.close()
            cache = try open()
        }
    }

    @Test func `replaces metadata and keeps the payload`() throws {
        let cache = try open()
        for size in [10, 200_000] {
            let payload = Data.pattern(size, count: size)
            try cache.store(payload, forKey: "a", metadata: ["x": "1"])
            #expect(try cache.replaceMetadata(forKey: "a", with: ["y": "2"]) != nil)
            #expect(try cache.attributes(forKey: "a")?.metadata == ["y": "2"])
            #expect(try cache.data(forKey: "a") == payload)
        }
        #expect(try cache.replaceMetadata(forKey: "b", with: [:]) == nil)
    }

    @Test func `streams an entry of unknown length`() throws {
        let cache = try open()
        try cache.store(Data("old".utf8), forKey: "a")
        for parts in [0, 3, 400] {
            let writer = try cache.writer(forKey: "a")
            var whole = Data()
            for part in 0..<parts {
                let bytes = Data.pattern(part, count: 5000)
                try writer.write(bytes)
                whole.append(bytes)
            }
            #expect(try cache.data(forKey: "a") != whole)
            #expect(try writer.commit(metadata: ["parts": "\(parts)"]) != nil)
            #expect(try cache.data(forKey: "a") == whole)
        }
        let abandoned = try cache.writer(forKey: "a")
        try abandoned.write(Data(count: 1_000_000))
        abandoned.abandon()
        #expect(try cache.attributes(forKey: "a")?.size == 2_000_000)
        _ = try cache.writer(forKey: "b").write(Data(count: 1_000_000))
        #expect(place.names.filter { $0.hasSuffix(".large") }.count == 1)
    }

    @Test func `knows for good what belongs to one user`() throws {
        var cache = try open()
        let attributes = EntryAttributes(storedAt: Date(), isShareable: false)
        for (key, size) in [("small", 10), ("large", 2_000_000)] {
            let entry = Entry(payload: Data(count: size), attributes: attributes)
            _ = try cache.ownBucket.store(entry, forKey: key)
        }
        try cache.store(Data(count: 10), forKey: "all")
        func expectAsStored() throws {
            for (key, isShareable) in [("small", false), ("large", false), ("all", true)] {
                #expect(try cache.attributes(forKey: key)?.isShareable == isShareable)
            }
        }
        try expectAsStored()
        for key in ["small", "large", "all"] {
            try cache.replaceMetadata(forKey: key, with: ["a": "1"])
        }
        try expectAsStored()
        cache.close()
        cache = try open()
        try expectAsStored()
    }

    @Test func `removes what a caller picks out`() throws {
        let cache = try open()
        for index in 0..<20 { try cache.store(Data(count: index), forKey: "\(index)") }
        #expect(try cache.removeAll { $0.size % 2 == 0 } == 10)
        #expect(try cache.contains("7") && !cache.contains("8"))
    }

    @Test func `is closed for good`() throws {
        let cache = try open()
        cache.close()
        cache.close()
        #expect { try cache.data(forKey: "a") } throws: { DiskCacheError.Code.closed ~= $0 }
        #expect { try cache.store(Data(), forKey: "a") } throws: {
            DiskCacheError.Code.closed ~= $0
        }
    }
}

@Suite struct `The disk tier` {
    @Test(arguments: CacheTierContract.checks)
    func `keeps the contract`(check: CacheTierContract.Check) async throws {
        let place = TemporaryDirectory()
        try await check.run(on: DiskCache(directory: place.url, capacity: .mebibytes(8)))
    }
}
