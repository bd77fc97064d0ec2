#if canImport(Glibc)
import Glibc
import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite(.serialized) struct `A directory shared by processes` {
    let place = TemporaryDirectory()

    private func child(_ work: String, _ name: String, seed: Int) throws -> ChildProcess {
        try ChildProcess(work, place.url.path, name, seed: UInt64(seed))
    }

    /// What the entries of one child may be: the acknowledged, and the one it died in.
    private struct Expectation {
        var certain: [String: [String]] = [:]
        var possible: [String: [String]] = [:]

        mutating func begin(_ line: String) -> (String, [String])? {
            let parts = line.split(separator: "/").map(String.init)
            guard parts.count >= 2 else { return nil }
            return (parts[1], parts[0] == "store" ? Array(parts[2...]) : [])
        }

        mutating func take(_ lines: [String]) {
            var begun: (String, [String])?
            possible = [:]
            for line in lines {
                if line == "done", let (key, value) = begun {
                    certain[key] = value
                    begun = nil
                } else {
                    begun = begin(line)
                }
            }
            if let (key, value) = begun { possible[key] = value }
        }
    }

    private func isRight(_ found: Data?, _ value: [String]) -> Bool {
        guard value.count == 2, let number = Int(value[0]), let size = Int(value[1]) else {
            return found == nil
        }
        var bytes = Data(repeating: UInt8(truncatingIfNeeded: number), count: size)
        let text = Data("\(number) ".utf8)
        bytes.replaceSubrange(0..<min(size, text.count), with: text.prefix(size))
        return found == bytes
    }

    @Test func `keeps every acknowledged effect of processes that are killed`() throws {
        var random = SeededGenerator(seed: UInt64(1 + Soak.seed))
        var expected = [Expectation(), Expectation()]
        var children = try (0..<2).map { try child("churn", "\($0)", seed: $0 + Soak.seed) }
        var cache = try DiskCache(directory: place.url, capacity: nil)
        for round in 0..<(300 * Soak.factor) {
            let index = round % 2
            var lines: [String] = []
            for _ in 0..<Int.random(in: 1..<60, using: &random) {
                children[index].line().map { lines.append($0) }
            }
            children[index].signal(SIGKILL)
            children[index].wait()
            while let line = children[index].line() { lines.append(line) }
            expected[index].take(lines)
            if round % 10 == 0 {
                cache.close()
                cache = try DiskCache(directory: place.url, capacity: nil)
            }
            for (key, value) in expected[index].certain {
                let found = try cache.data(forKey: key)
                let other = expected[index].possible[key]
                if let other, isRight(found, other) {
                    expected[index].certain[key] = other
                } else {
                    #expect(isRight(found, value), "\(key) in round \(round)")
                }
            }
            children[index] = try child("churn", "\(index)", seed: round + 2 + Soak.seed)
        }
        for child in children {
            child.signal(SIGKILL)
            child.wait()
        }
        #expect(try cache.statistics.damage == 0)
    }

    @Test(arguments: [(work: "race", most: 2 << 20), ("race-keeping", 16 << 20)])
    func `shows four racing processes nothing old and nothing torn`(work: String, most: Int) throws
    {
        for round in 0..<Soak.factor {
            let children = try (0..<4).map {
                try child(work, "\($0)", seed: 4 * round + $0 + Soak.seed)
            }
            var log = RaceLog()
            for child in children {
                var lines: [String] = []
                while let line = child.line() { lines.append(line) }
                #expect(child.wait() == 0)
                let areLines = log.take(lines)
                #expect(areLines && lines.count > 1000)
            }
            #expect(log.violations() == [])
            #expect(place.diskUse <= most)
            try DiskCache(directory: place.url, capacity: nil).removeAll()
        }
    }

    @Test(arguments: [
        (lines: ["s k a 1 0 9", "s k b 1 10 19", "r k a 1 20 29"], isRight: false),
        (lines: ["s k a 1 0 9", "s k b 1 10 19", "r k a 1 15 29"], isRight: true),
        (lines: ["s k a 1 0 9", "x k - 0 10 19", "r k a 1 20 29"], isRight: false),
        (lines: ["s k a 1 0 9", "s k b 1 5 19", "r k a 1 20 29"], isRight: true),
        (
            lines: ["s k a 1 0 9", "s k b 1 10 50", "r k b 1 20 29", "r k a 1 30 39"],
            isRight: false
        ),
        (lines: ["s k a 1 0 9", "r k a 2 20 29"], isRight: false),
        (lines: ["r k a 1 20 29", "s k a 1 30 39"], isRight: false),
    ])
    func `is judged by what its processes tell`(lines: [String], isRight: Bool) {
        var log = RaceLog()
        let areLines = log.take(lines)
        #expect(areLines)
        #expect(log.violations().isEmpty == isRight)
    }

    @Test func `takes one store from each of a hundred processes`() throws {
        for start in stride(from: 0, to: 100, by: 5) {
            let children = try (start..<start + 5).map { try child("once", "\($0)", seed: $0) }
            for child in children { #expect(child.wait() == 0) }
        }
        let cache = try DiskCache(directory: place.url, capacity: nil)
        for index in 0..<100 {
            #expect(try cache.data(forKey: "\(index)") == Data("\(index)".utf8))
        }
    }

    @Test func `is read while a stopped process holds the lock, and stores time out`() throws {
        let cache = try DiskCache(
            directory: place.url, capacity: nil, lockDeadline: .milliseconds(30))
        try cache.store(Data("one".utf8), forKey: "a")
        let holder = try child("hold", "h", seed: 0)
        #expect(holder.line() == "locked")
        holder.waitForStop()
        #expect { try cache.store(Data("two".utf8), forKey: "a") } throws: {
            DiskCacheError.Code.locked ~= $0
        }
        #expect(try cache.data(forKey: "a") == Data("one".utf8))
        holder.signal(SIGKILL)
        holder.wait()
        try cache.store(Data("two".utf8), forKey: "a")
        #expect(try cache.data(forKey: "a") == Data("two".utf8))
    }

    @Test func `is kept by the process that has it for itself, until it dies`() throws {
        let holder = try child("open", "exclusive", seed: 0)
        #expect(holder.line() == "opened")
        for sharing in ["shared", "exclusive"] {
            let other = try child("open", sharing, seed: 0)
            #expect(other.line() == "locked")
            other.kill()
            other.wait()
        }
        holder.kill()
        holder.wait()
        let first = try child("open", "shared", seed: 0)
        let second = try child("open", "shared", seed: 0)
        #expect(first.line() == "opened" && second.line() == "opened")
        let late = try child("open", "exclusive", seed: 0)
        #expect(late.line() == "locked")
        for child in [first, second, late] {
            child.kill()
            child.wait()
        }
    }

    @Test func `is refused to the child of a fork, and stays the parent's`() throws {
        let parent = try child("fork", "-", seed: 0)
        let lines = (0..<5).map { _ in parent.line() }
        #expect(
            lines == [
                "look-up: forked", "store: forked", "open: locked", "child ended well",
                "parent goes on",
            ])
        let other = try child("open", "shared", seed: 0)
        #expect(other.line() == "locked")
        for child in [parent, other] {
            child.kill()
            child.wait()
        }
        let cache = try DiskCache(directory: place.url, capacity: nil)
        #expect(try cache.data(forKey: "a") == Data("parent".utf8))
        #expect(try cache.data(forKey: "b") == Data("parent again".utf8))
    }

    @Test func `is shared by two caches in one process`() throws {
        let first = try DiskCache(directory: place.url, capacity: nil)
        let second = try DiskCache(directory: place.url, capacity: nil)
        try first.store(Data("one".utf8), forKey: "a")
        #expect(try second.data(forKey: "a") == Data("one".utf8))
        first.close()
        try second.store(Data("two".utf8), forKey: "a")
        #expect(try second.data(forKey: "a") == Data("two".utf8))
    }
}
#endif
