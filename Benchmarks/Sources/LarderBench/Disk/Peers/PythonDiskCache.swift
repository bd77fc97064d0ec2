import Foundation

/// Python's `diskcache`, in a process of its own that tells its own times.
///
/// It runs beside no other contestant, so its best round is what counts.
struct PythonDiskCache {
    private let python: String

    /// The package as it is installed for `python`, or as pip can install it into `scratch`;
    /// `nil` without either.
    init?(python: String, scratch: ScratchFolder) {
        let check = ["-c", "import diskcache"]
        guard Command.output(of: [python] + check) == nil else {
            self.python = python
            return
        }
        let folder = scratch.path("venv")
        let own = folder + "/bin/python"
        guard Command.output(of: [python, "-m", "venv", folder]) != nil,
            Command.output(of: [own, "-m", "pip", "install", "-q", "diskcache"]) != nil,
            Command.output(of: [own] + check) != nil
        else { return nil }
        self.python = own
    }
}

extension PythonDiskCache {
    /// Microseconds for a look-up and for a store of `size` bytes among `count` entries, in the
    /// best of `rounds`.
    func times(size: Int, count: Int, rounds: Int) throws -> (look: Double, store: Double) {
        let words = [python, "-c", Self.script, String(size), String(count), String(rounds)]
        let figures = Command.output(of: words)?.split(whereSeparator: \.isWhitespace)
            .compactMap { Double($0) }
        guard let figures, figures.count == 2 else { throw PeerFailure("diskcache did not run") }
        return (figures[0], figures[1])
    }

    private static let script = """
        import os, random, sys, tempfile, time
        import diskcache
        size, count, rounds = map(int, sys.argv[1:])
        data = os.urandom(size)
        keys = ["https://images.example.org/photos/large/%012d@2x.webp" % n for n in range(count)]
        looks, stores = [], []
        for _ in range(rounds):
            with tempfile.TemporaryDirectory() as folder:
                with diskcache.Cache(folder, size_limit=1 << 30) as cache:
                    start = time.perf_counter()
                    for key in keys:
                        cache.set(key, data)
                    stores.append((time.perf_counter() - start) / count * 1e6)
                    visits = random.sample(keys, count)
                    start = time.perf_counter()
                    for key in visits:
                        assert len(cache.get(key)) == size
                    looks.append((time.perf_counter() - start) / count * 1e6)
        print(min(looks), min(stores))
        """
}
