import Foundation
import Larder
import LarderImage
import Testing

struct AnimationTests {
    private func animation(frames: Int, budget: ByteCount) throws -> AnimatedImage {
        let gif = TestGIF(
            width: 4, height: 4,
            frames: (0..<frames).map { index in
                TestGIF.Frame(
                    width: 4, height: 4,
                    pixels: [UInt8](repeating: UInt8(index % 4), count: 16))
            })
        return try #require(try ImageCodecs.standard.animation(gif.data, budget: budget))
    }

    @Test func `nothing is decoded before it is wanted`() throws {
        let animation = try animation(frames: 3, budget: .mebibytes(1))
        #expect(animation.residentFrame(at: 0) == nil)
        let frame = try animation.frame(at: 0)
        #expect(animation.residentFrame(at: 0) == frame)
        #expect(animation.residentFrame(at: 1) == nil)
    }

    @Test func `looking ahead stays within the budget`() throws {
        let animation = try animation(frames: 10, budget: .bytes(64 * 4))
        let empty = animation.cost
        _ = try animation.frame(at: 0)
        while try animation.decodeAhead() {}
        #expect(animation.cost == empty + .bytes(64 * 4))
        #expect((0..<10).filter { animation.residentFrame(at: $0) != nil } == [0, 1, 2, 3])
        animation.removeResidentFrames()
        #expect(animation.cost == empty)
    }

    @Test func `frames are decoded at the size wanted`() throws {
        let gif = TestGIF(
            width: 8, height: 4,
            frames: (0..<2).map { _ in
                TestGIF.Frame(width: 8, height: 4, pixels: [UInt8](repeating: 1, count: 32))
            })
        let small = try #require(
            try ImageCodecs.standard.animation(
                gif.data, options: DecodeOptions(target: .fit(width: 4))))
        #expect(try small.frame(at: 1).size == PixelSize(width: 4, height: 2))
        #expect(try small.frame(at: 1)[3, 1].red == 255)
    }

    @Test func `a frame that is not there is refused`() throws {
        let animation = try animation(frames: 2, budget: .mebibytes(1))
        for index in [-1, 2, Int.max] {
            #expect(throws: ImageError.self) { try animation.frame(at: index) }
            #expect(animation.residentFrame(at: index) == nil)
        }
    }

    @Test func `after a cancelled frame the next one is right`() throws {
        let animation = try animation(frames: 4, budget: .mebibytes(1))
        _ = try animation.frame(at: 0)
        #expect(throws: CancellationError.self) {
            try animation.frame(at: 2, isCancelled: { true })
        }
        #expect(try animation.frame(at: 2)[0, 0].green == 255)
        #expect(try animation.frame(at: 1)[0, 0].red == 255)
    }

    @Test func `many threads get the frames that they asked for`() async throws {
        let animation = try animation(frames: 8, budget: .bytes(64 * 2))
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<40 {
                group.addTask {
                    let frame = try animation.frame(at: index % 8)
                    return frame[1, 1].green == (index % 4 == 2 ? 255 : 0)
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }
}
