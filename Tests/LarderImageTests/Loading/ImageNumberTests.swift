import Larder
import LarderImage
import LarderTesting
import Testing

@Suite struct `An image loader's numbers` {
    private static let changes: [@Sendable (inout ImageLoader.Configuration, Int) -> Void] = [
        { $0.memoryCapacity = .bytes($1) },
        { $0.animationBudget = .bytes($1) },
        { $0.byteLimit = .bytes($1) },
        { $0.threads = $1 },
        { $0.limits = ImageLimits(pixels: $1) },
        { $0.limits = ImageLimits(memory: .bytes($1)) },
        { $0.limits = ImageLimits(scans: $1, warnings: $1, frames: $1) },
        { $0.limits = ImageLimits(metadata: .bytes($1)) },
        { $0.limits = ImageLimits(duration: .seconds($1)) },
    ]

    /// Whatever they are, no load hangs or traps, and none ends in another picture.
    @Test(arguments: changes.indices, [Int.min, -1, 0, 1, .max])
    func `may be any`(place: Int, number: Int) async throws {
        let scene = ImageScene { Self.changes[place](&$0, number) }
        let picture = try TestPictures.numbered(width: 40, height: 20)
        let url = try scene.serve(picture)
        for _ in 0..<2 {
            let found = try? await scene.images.image(at: url).bitmap
            #expect(found == picture || (found == nil && (number <= 1 || place > 3)))
            _ = try? await scene.images.image(at: url, steps: [.fit(width: 4)])
        }
    }
}
