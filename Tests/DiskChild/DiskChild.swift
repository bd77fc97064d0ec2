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

/// What the tests of the disk tier run as processes of their own, to kill, stop and race them.
///
/// Arguments: what to do, the directory, a name, a seed.
@main struct DiskChild {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5, let seed = UInt64(arguments[4]) else { exit(64) }
        let directory = URL(filePath: arguments[2])
        switch arguments[1] {
        case "churn": try churn(directory, arguments[3], seed)
        case "race":
            var race = try DiskRace(directory, .mebibytes(2), arguments[3], seed)
            try race.run()
        case "race-keeping":
            var race = try DiskRace(directory, nil, arguments[3], seed)
            try race.run()
        case "once":
            let cache = try DiskCache(directory: directory, capacity: nil)
            try cache.store(Data(arguments[3].utf8), forKey: arguments[3])
        case "limit": try limit(directory)
        case "hold": try hold(directory)
        case "open": open(directory, arguments[3])
        case "fork": try DiskFork(directory).run()
        case "golden": try DiskGolden(directory).write()
        default: exit(64)
        }
    }

    static func say(_ text: String) {
        let bytes = [UInt8]((text + "\n").utf8)
        // Nobody listens to a child whose test was killed.
        if write(1, bytes, bytes.count) < 0 { exit(74) }
    }

    /// Changes its own keys for ever, saying what it begins and when that is acknowledged.
    private static func churn(_ directory: URL, _ name: String, _ seed: UInt64) throws {
        let cache = try DiskCache(directory: directory, capacity: nil)
        var random = SeededGenerator(seed: seed)
        while true {
            let key = "\(name) \(random.below(5))"
            let number = Int(random.next() >> 20)
            // Now and then long ones, so that there are dead bytes to give back.
            let size =
                random.below(60) == 0
                ? 1_100_000 : random.below(random.below(6) == 0 ? 200_000 : 3000)
            if random.below(5) == 0 {
                say("remove/\(key)")
                try cache.remove(forKey: key)
            } else {
                say("store/\(key)/\(number)/\(size)")
                try cache.store(payload(number, size), forKey: key)
            }
            say("done")
        }
    }

    /// Bytes that tell their number.
    static func payload(_ number: Int, _ size: Int) -> Data {
        var bytes = Data(repeating: UInt8(truncatingIfNeeded: number), count: size)
        let text = Data("\(number) ".utf8)
        bytes.replaceSubrange(0..<min(size, text.count), with: text.prefix(size))
        return bytes
    }

    /// Opens the directory, says how that went, and keeps it open until it is killed.
    private static func open(_ directory: URL, _ sharing: String) {
        do {
            let cache = try DiskCache(
                directory: directory, capacity: nil,
                sharing: sharing == "exclusive" ? .exclusive : .shared,
                lockDeadline: .milliseconds(30))
            say("opened")
            withExtendedLifetime(cache) { _ = pause() }
        } catch {
            say((error as? DiskCacheError)?.code.description ?? "\(error)")
        }
    }

    /// Stores with a limit of 400,000 bytes a file, and says how each went.
    private static func limit(_ directory: URL) throws {
        var limit = rlimit(rlim_cur: 400_000, rlim_max: 400_000)
        #if canImport(Glibc)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        #else
        setrlimit(RLIMIT_FSIZE, &limit)
        #endif
        let cache = try DiskCache(directory: directory, capacity: nil)
        for (index, size) in [300_000, 300_000, 90_000, 90_000, 1_000_000, 10].enumerated() {
            do {
                try cache.store(payload(index, size), forKey: "\(index)")
                say("\(try cache.data(forKey: "\(index)") == payload(index, size))")
            } catch {
                say((error as? DiskCacheError)?.code.description ?? "\(error)")
            }
        }
    }

    /// Takes the write lock and stops there.
    private static func hold(_ directory: URL) throws {
        let files = PosixFileSystem()
        let descriptor = try files.openDirectory(at: directory.path)
        let lock = try files.open("lock", in: descriptor, .write)
        guard try files.lock(lock, isShared: false) else { exit(5) }
        say("locked")
        raise(SIGSTOP)
    }
}
