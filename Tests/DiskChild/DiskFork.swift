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

/// A process that forks with its cache open. Swift hides fork(2), which programs written in other
/// languages call all the same, so it is looked up by its name.
struct DiskFork {
    private typealias Fork = @convention(c) () -> pid_t

    let directory: URL

    init(_ directory: URL) {
        self.directory = directory
    }
}

extension DiskFork {
    /// Says what each side of the fork finds, the child's first.
    func run() throws {
        let cache = try DiskCache(directory: directory, capacity: nil, sharing: .exclusive)
        try cache.store(Data("parent".utf8), forKey: "a")
        guard let address = dlsym(nil, "fork") else { exit(70) }
        let child = unsafeBitCast(address, to: Fork.self)()
        guard child != 0 else { becomeChild(with: cache) }
        var status: Int32 = 0
        waitpid(child, &status, 0)
        DiskChild.say(status == 0 ? "child ended well" : "child ended with \(status)")
        try cache.store(Data("parent again".utf8), forKey: "b")
        DiskChild.say("parent goes on")
        withExtendedLifetime(cache) { _ = pause() }
    }

    private func becomeChild(with cache: DiskCache) -> Never {
        DiskChild.say("look-up: " + code { _ = try cache.data(forKey: "a") })
        DiskChild.say("store: " + code { try cache.store(Data(), forKey: "a") })
        // The parent has the directory for itself, and closing its cache here changes nothing.
        cache.close()
        DiskChild.say(
            "open: "
                + code {
                    _ = try DiskCache(
                        directory: directory, capacity: nil, lockDeadline: .milliseconds(30))
                })
        _exit(0)
    }

    private func code(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "none"
        } catch {
            return (error as? DiskCacheError)?.code.description ?? "\(error)"
        }
    }
}
