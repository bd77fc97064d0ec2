#if os(Linux)

import Foundation
import Larder
import LarderImage
import Synchronization
import Testing

/// However little a frame has to unpack, going past it can be stopped.
struct AnimationStopTests {
    /// How often decoding the last frame asks whether to stop.
    private func questions(_ bytes: Data) throws -> Int {
        let animation = try #require(try ImageCodecs.standard.animation(bytes, budget: .zero))
        let count = Mutex(0)
        _ = try animation.frame(at: animation.frameCount - 1) {
            count.withLock { $0 += 1 }
            return false
        }
        return count.withLock { $0 }
    }

    private func apng(side: Int, frames: Int, disposal: Int) -> TestAPNG {
        let empty = TestAPNG.Frame(width: side, height: side, pixels: [], disposal: disposal)
        return TestAPNG(
            width: side, height: side, frames: Array(repeating: empty, count: frames))
    }

    private func gif(side: Int, frames: Int, disposal: Int) -> TestGIF {
        let empty = TestGIF.Frame(width: side, height: side, pixels: [], disposal: disposal)
        return TestGIF(
            width: side, height: side, frames: Array(repeating: empty, count: frames))
    }

    /// What is cleared or brought back counts by its pixels, as what is unpacked does.
    @Test(arguments: [1, 2])
    func `what becomes of a frame's place is work`(disposal: Int) throws {
        let apng = apng(side: 512, frames: 20, disposal: disposal)
        #expect(try questions(apng.data) >= 19 * 8)
        let gif = gif(side: 512, frames: 20, disposal: disposal + 1)
        #expect(try questions(gif.data) >= 19 * 8)
    }

    @Test func `each frame is work, however small`() throws {
        #expect(try questions(apng(side: 1, frames: 50, disposal: 0).data) >= 50)
        #expect(try questions(gif(side: 1, frames: 50, disposal: 1).data) >= 50)
    }
}

#endif
