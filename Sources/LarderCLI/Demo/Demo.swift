#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder
import LarderImage

/// Loads pictures from a server of its own, again from memory, again from disk, and shows that
/// each came from where HTTP's rules say.
struct Demo {
    private let pictures: [DemoPicture]
    private let server: DemoServer
    private let origin = CountingOrigin()
    private let folder: URL
    private var reader: Reader?

    /// What a process has of its own. Letting go of it is what ends a process as far as the
    /// cache is concerned.
    private struct Reader {
        let images: ImageLoader
        let disk: DiskCache
    }

    init(folder: URL, pictures: [DemoPicture]) throws {
        self.folder = folder
        self.pictures = pictures
        server = try DemoServer(pictures)
    }
}

extension Demo {
    /// The thumbnails fit this square.
    static let thumbnailSide = 320

    /// The file that says whose the folder is.
    private static let mark = ".larder-demo"

    var cacheFolder: URL { folder.appending(path: "cache", directoryHint: .isDirectory) }
    var sheetFile: URL { folder.appending(path: "contact-sheet.png") }
    var pictureCount: Int { pictures.count }

    func count(of kind: DemoPicture.Kind) -> Int { pictures.count { $0.kind == kind } }

    var formats: [String] { Set(pictures.map(\.format.name)).sorted() }

    /// Makes the folder, or empties the cache of an earlier run in it. A folder that holds
    /// anything and was not made by a demo is left alone.
    func prepare() throws {
        let path = folder.path(percentEncoded: false)
        try OutputFolder.make(path)
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        guard names.isEmpty || names.contains(Self.mark) else {
            throw ForeignFolder(path: path)
        }
        let mark = folder.appending(path: Self.mark).path(percentEncoded: false)
        try OutputFile.write(
            Data("A later `larder demo` empties this folder's cache.\n".utf8), to: mark)
        try DiskCache(directory: cacheFolder, capacity: .mebibytes(100)).removeAll()
    }

    struct ForeignFolder: Error, CustomStringConvertible {
        let path: String
        var description: String {
            "\(Describe.printable(path)) holds what no demo has made. Name an empty folder with -d."
        }
    }

    /// Runs one phase; `thumbnails` gets the pictures.
    mutating func run(_ phase: DemoPhase) async throws -> (DemoOutcome, [Bitmap]) {
        let reader = try begin(phase)
        _ = origin.takeExchanges()
        let start = TimeSource.system.uptime()
        let loads = try await loadAll(reader, phase)
        var outcome = DemoOutcome(phase: phase.name)
        outcome.seconds = (TimeSource.system.uptime() - start) / .seconds(1)
        let exchanges = origin.takeExchanges()
        outcome.networkBytes = exchanges.reduce(0) { $0 + $1.countBytes() }
        let statuses = Dictionary(
            exchanges.map { ($0.url.path, $0.status) }, uniquingKeysWith: { _, last in last })
        for load in loads { judge(load, phase, statuses, &outcome) }
        return (outcome, loads.compactMap(\.image?.bitmap))
    }

    private mutating func begin(_ phase: DemoPhase) throws -> Reader {
        if let reader, !phase.isNewProcess { return reader }
        reader?.disk.close()
        let disk = try DiskCache(directory: cacheFolder, capacity: .mebibytes(100))
        let memory = MemoryCache<String, Data>(capacity: .mebibytes(50)) { .bytes($0.count) }
        var configuration = Loader.Configuration(origin: origin)
        configuration.exchangesPerHost = 8
        let loader = Loader(cache: TieredCache(memory, disk), configuration: configuration)
        let begun = Reader(images: ImageLoader(loader: loader), disk: disk)
        reader = begun
        return begun
    }
}

// MARK: - Loading

extension Demo {
    private struct Load: Sendable {
        let index: Int
        var image: LoadedImage?
        var failure: String?
    }

    private func loadAll(_ reader: Reader, _ phase: DemoPhase) async throws -> [Load] {
        var loads: [Load] = []
        try await Gathering.each(Array(pictures.indices), atMost: 8) { index in
            let url = server.url(of: pictures[index])
            let fit = ImageStep.fit(width: Self.thumbnailSide, height: Self.thumbnailSide)
            var load = Load(index: index)
            do {
                load.image = try await reader.images.image(
                    for: ImageRequest(url, steps: [fit], cachePolicy: phase.policy))
            } catch {
                load.failure = Describe.error(error)
            }
            return load
        } handle: {
            loads.append($0)
        }
        return loads.sorted { $0.index < $1.index }
    }

    /// Counts where a picture came from, and says so if it should have come from elsewhere. What
    /// the loader says must agree with what was seen on the network.
    private func judge(
        _ load: Load, _ phase: DemoPhase, _ statuses: [String: Int], _ outcome: inout DemoOutcome
    ) {
        let picture = pictures[load.index]
        let place: DemoPicture.Place =
            switch (load.image?.place, statuses[picture.path]) {
            case (nil, _): .failed
            case (.memory?, nil): .memory
            case (.cache?, nil): .disk
            case (.origin?, 304?): .validated
            default: .network
            }
        outcome.count(place)
        let expected = phase.place(picture.kind)
        guard place != expected || load.image?.isPartial == true else { return }
        outcome.surprises.append(
            "\(picture.path) (\(picture.kind.rawValue)): \(place.rawValue) in place of "
                + "\(expected.rawValue). \(load.failure ?? "")")
    }
}
