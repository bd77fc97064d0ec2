#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder
import LarderTesting

/// A process that stores, looks up and removes under keys that others use too, and tells in the end
/// what it did and when.
///
/// A line is `s` for a store, `x` for a removal or `r` for a look-up that found something, then
/// key, writer and number of the value, and the times of beginning and end on a clock that all
/// processes share. It exits with 3 when it sees a value that is not whole, and with 4 when
/// anything is damaged.
struct DiskRace {
    private let cache: DiskCache
    private let name: String
    private var random: SeededGenerator
    private var lines: [String] = []

    init(_ directory: URL, _ capacity: ByteCount?, _ name: String, _ seed: UInt64) throws {
        cache = try DiskCache(directory: directory, capacity: capacity)
        self.name = name
        random = SeededGenerator(seed: seed)
    }
}

extension DiskRace {
    mutating func run() throws {
        for number in 1...4000 { try act(number) }
        for line in lines { DiskChild.say(line) }
        guard try cache.statistics.damage == 0 else { exit(4) }
    }

    private mutating func act(_ number: Int) throws {
        let key = "shared-\(random.below(8))"
        let start = Self.now
        if random.below(3) == 0 {
            let padding = String(
                repeating: ".", count: random.below(random.below(20) == 0 ? 90_000 : 3000))
            let value = Data("\(key)/\(name)/\(number)/\(padding)|".utf8)
            guard try cache.store(value, forKey: key) != nil else { exit(5) }
            note("s \(key) \(name) \(number)", from: start)
        } else if random.below(40) == 0 {
            try cache.remove(forKey: key)
            note("x \(key) - 0", from: start)
        } else if let found = try cache.data(forKey: key) {
            let end = Self.now
            let parts = String(decoding: found, as: UTF8.self).split(separator: "/")
            let isWhole = parts.count == 4 && parts[0] == key && found.last == UInt8(ascii: "|")
            guard isWhole else { exit(3) }
            lines.append("r \(key) \(parts[1]) \(parts[2]) \(start) \(end)")
        }
    }

    private mutating func note(_ what: String, from start: Int) {
        lines.append("\(what) \(start) \(Self.now)")
    }

    private static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
