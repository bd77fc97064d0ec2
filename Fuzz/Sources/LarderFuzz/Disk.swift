import FoundationEssentials

@testable import Larder

extension FuzzTarget {
    /// A cache's directory whose files hold the bytes: opened, read whole, verified, stored to,
    /// and opened again.
    ///
    /// The first byte says whether checksums are mended, without which little gets past them. Then
    /// come files: a byte for the name, two for the length, the content.
    static let disk = FuzzTarget(name: "disk") { bytes in
        let directory = FuzzDirectory()
        directory.fill(bytes)
        for capacity in [ByteCount.kibibytes(64), nil] {
            guard let cache = try? directory.open(capacity) else { continue }
            read(cache)
            _ = try? cache.verify(dropping: capacity == nil)
            let stored = Data("stored".utf8)
            // A directory that takes no store, because its pack numbers are used up, may be.
            guard (try? cache.store(stored, forKey: "fuzz")) ?? nil != nil else { continue }
            precondition((try? cache.data(forKey: "fuzz")) == stored, "a store is not there")
            cache.close()
            guard let again = try? directory.open(capacity) else {
                preconditionFailure("what was stored to is not opened")
            }
            precondition((try? again.data(forKey: "fuzz")) == stored, "a store was lost")
        }
    }

    private static func read(_ cache: DiskCache) {
        let cursor = cache.entries()
        var count = 0
        while count < 2000, let entry = try? cursor.next() {
            let bucket = cache.bucket(entry.bucket ?? "")
            let found = (try? bucket.data(forKey: entry.key)) ?? nil
            precondition(found == nil || found?.count == entry.size, "another entry's bytes")
            count += 1
        }
        _ = try? cache.statistics
    }
}

/// The directory that the fuzzer fills anew each time.
struct FuzzDirectory {
    private static let names = [
        "control", "00000001.pack", "00000002.pack", "00000003.pack",
        "d3eca3ede180da08bee59cf4cb4e50a9.large", "lock", "open",
    ]

    let url = FileManager.default.temporaryDirectory.appending(
        path: "larder-fuzz-\(ProcessInfo.processInfo.processIdentifier)")

    func open(_ capacity: ByteCount?) throws -> DiskCache {
        try DiskCache(directory: url, capacity: capacity, lockDeadline: .zero)
    }
}

extension FuzzDirectory {
    func fill(_ bytes: UnsafeRawBufferPointer) {
        try? FileManager.default.removeItem(at: url)
        try? FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        guard let first = bytes.first else { return }
        var rest = bytes.dropFirst()
        while rest.count >= 3 {
            let head = Array(rest.prefix(3))
            let length = Int(head[1]) | Int(head[2]) << 8
            var content = [UInt8](rest.dropFirst(3).prefix(length))
            rest = rest.dropFirst(3 + length)
            let name = Self.names[Int(head[0]) % Self.names.count]
            if first & 1 == 1 { mend(&content, name) }
            try? Data(content).write(to: url.appending(path: name))
        }
    }

    /// Makes the checksums what they must be for the bytes to be believed.
    private func mend(_ content: inout [UInt8], _ name: String) {
        guard content.count >= PackHeader.size else { return }
        content.withUnsafeMutableBytes { bytes in
            if name == "control" {
                mendHead(bytes, ControlPage.magic)
                mendWords(bytes)
            } else if name.hasSuffix(".pack") {
                mendHead(bytes, PackHeader.magic)
                mendRecords(bytes)
            }
        }
    }

    private func mendHead(_ bytes: UnsafeMutableRawBufferPointer, _ magic: UInt64) {
        bytes.put(magic, at: 0)
        bytes.put(PackHeader.currentVersion, at: 8)
        bytes.put(checksum(bytes, 16..<64, from: checksum(bytes, 0..<12)), at: 12)
    }

    private func mendWords(_ bytes: UnsafeMutableRawBufferPointer) {
        for place in stride(from: 64, to: min(120, bytes.count - 7), by: 8) {
            let value = UnsafeRawBufferPointer(bytes).number(at: place, as: UInt64.self) >> 12
            let check = ((value ^ 0x5A5A5) &* 0x9E37_79B9_7F4A_7C15) >> 52
            bytes.put(value << 12 | check, at: place)
        }
    }

    private func mendRecords(_ bytes: UnsafeMutableRawBufferPointer) {
        let raw = UnsafeRawBufferPointer(bytes)
        let random: UInt64 = raw.number(at: 24)
        var place = PackHeader.size
        while place + RecordHeader.size <= bytes.count {
            let seed = RecordHeader.seed(random, place)
            bytes.put(checksum(bytes, (place + 4)..<(place + 76), from: seed), at: place)
            let record = UnsafeRawBufferPointer(
                rebasing: raw[place..<(place + RecordHeader.size)])
            guard let header = RecordHeader(record, seed: seed) else { return }
            let end = place + header.contentLength
            guard end <= bytes.count else { return }
            mendParts(bytes, header, place)
            bytes.put(checksum(bytes, (place + 4)..<(place + 76), from: seed), at: place)
            place += header.recordLength
        }
    }

    private func mendParts(
        _ bytes: UnsafeMutableRawBufferPointer, _ header: RecordHeader, _ place: Int
    ) {
        let parts = [
            RecordHeader.size..<header.payloadOffset, header.payloadOffset..<header.metadataOffset,
            header.metadataOffset..<header.contentLength,
        ]
        for (index, part) in parts.enumerated() {
            let range = (place + part.lowerBound)..<(place + part.upperBound)
            bytes.put(checksum(bytes, range), at: place + 64 + 4 * index)
        }
    }

    private func checksum(
        _ bytes: UnsafeMutableRawBufferPointer, _ range: Range<Int>, from start: UInt32 = 0
    ) -> UInt32 {
        Checksum.of(
            UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[range]), from: start)
    }
}
