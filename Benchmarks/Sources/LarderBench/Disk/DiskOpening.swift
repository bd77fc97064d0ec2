import Foundation
import Larder

/// Opening a closed cache of many entries, and the memory that its index takes.
struct DiskOpening {
    let report: Report
    let rounds: Int
}

extension DiskOpening {
    /// Among them some a little behind a point at which the index has doubled.
    private static let counts = [100_000, 110_000, 850_000, 1_000_000, 1_700_000, 2_000_000]

    func measure() throws {
        let scratch = try ScratchFolder()
        let folder = scratch.url
        let payload = DiskSpeed.payload(100)
        let columns = ["entries", "open, ms", "Dictionary, ms", "×", "bytes an entry"]
        var table = Table("Opening a closed cache", columns: columns)
        var stored = 0
        for count in Self.counts {
            try fill(folder, stored..<count, payload)
            stored = count
            let outcome = try race(folder, count)
            let ratio = outcome.ratio("open", to: "Dictionary").median
            let bytes = try Double(residentBytes(folder)) / Double(count)
            table.add(
                "\(count)",
                [
                    .figure(outcome.nanoseconds("open").median * Double(count) / 1e6, digits: 1),
                    .figure(
                        outcome.nanoseconds("Dictionary").median * Double(count) / 1e6, digits: 1),
                    .figure(ratio, digits: 2), .figure(bytes, digits: 1),
                ])
            if count == 1_000_000 {
                report.check(.atMost(1, "opening 1,000,000 entries, × inserting Int keys"), ratio)
            }
            report.check(.atMost(48, "resident bytes an entry of \(count)"), bytes)
        }
        report.add(table)
    }

    private func fill(_ folder: URL, _ numbers: Range<Int>, _ payload: Data) throws {
        let cache = try DiskCache(directory: folder, capacity: nil)
        for key in SpeedKeys.strings(numbers) { try cache.store(payload, forKey: key) }
        cache.close()
    }

    private func race(_ folder: URL, _ count: Int) throws -> Contest.Outcome {
        let keys = SpeedKeys.strings(0..<1) + SpeedKeys.strings(count - 1..<count)
        var contest = Contest()
        contest.add("Dictionary") {
            var numbers: [Int: Int] = [:]
            for number in 0..<count { numbers[number] = number }
            consume(numbers)
            return count
        }
        contest.add("open") {
            let cache = try DiskCache(directory: folder, capacity: nil)
            let isWhole = try keys.allSatisfy(cache.contains)
            cache.close()
            guard isWhole else { throw PeerFailure("not all entries were opened") }
            return count
        }
        return try contest.hold(rounds: rounds)
    }

    /// By how much the resident set of a fresh process grows that opens the cache.
    private func residentBytes(_ folder: URL) throws -> Int {
        let program = Bundle.main.executablePath ?? CommandLine.arguments[0]
        let text = Command.output(of: [program, "disk", "--open", folder.path])
        guard let text, let bytes = Int(text.filter(\.isNumber)) else {
            throw PeerFailure("the process that opens the cache did not run")
        }
        return bytes
    }
}

/// The process that opens a cache and prints by how many bytes its resident set has grown.
struct DiskResidence {
    let folder: String

    func measure(_ report: Report) throws {
        // What any first use takes once is not the index's.
        let small = try LarderDisk(keys: SpeedKeys.strings(0..<100))
        _ = try small.storeAll(100, Data(count: 100))
        _ = try small.lookAllUp(Array(0..<100), size: 100)
        let before = ResidentSet.kibibytes
        let cache = try DiskCache(directory: URL(filePath: folder), capacity: nil)
        guard try cache.data(forKey: small.keys[0]) != nil else {
            throw PeerFailure("nothing was opened")
        }
        report.note(String((ResidentSet.kibibytes - before) * 1024))
    }
}
