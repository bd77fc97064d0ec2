import Larder
import Synchronization
import Testing

@testable import LarderImage

struct FrameTimelineTests {
    private let timeline = FrameTimeline(
        delays: [.milliseconds(100), .milliseconds(50), .milliseconds(150)], loopCount: 0)

    @Test(arguments: [
        (0, 0), (99, 0), (100, 1), (149, 1), (150, 2), (299, 2), (300, 0), (401, 1), (3_000_449, 1),
    ])
    func `a frame is shown from the end of the one before, without end`(time: Int, frame: Int) {
        #expect(timeline.frame(at: .milliseconds(time)) == frame)
        #expect(!timeline.isOver(at: .milliseconds(time)))
    }

    @Test func `after the last run the last frame stays`() {
        let timeline = FrameTimeline(
            delays: [.milliseconds(100), .milliseconds(50)], loopCount: 2)
        #expect(timeline.frame(at: .milliseconds(299)) == 1)
        #expect(!timeline.isOver(at: .milliseconds(299)))
        #expect(timeline.isOver(at: .milliseconds(300)))
        #expect(timeline.frame(at: .milliseconds(310)) == 1)
    }

    @Test func `runs without number and frames that last for ever make it trap nowhere`() {
        let long = FrameTimeline(
            delays: Array(repeating: Duration.seconds(Int64.max).bounded, count: 1000),
            loopCount: .max)
        #expect(long.frame(at: .seconds(1_000_000)) == 0)
        #expect(!long.isOver(at: .seconds(1_000_000)))
        let short = FrameTimeline(delays: [.milliseconds(11)], loopCount: .max)
        #expect(!short.isOver(at: .seconds(1_000_000_000)))
    }

    @Test func `an animation without frames or time is over`() {
        #expect(FrameTimeline(delays: [], loopCount: 0).isOver(at: .zero))
        #expect(FrameTimeline(delays: [], loopCount: 0).frame(at: .seconds(1)) == 0)
    }
}

@MainActor
struct AnimationPlayerTests {
    /// Frames of one pixel whose red says which they are; the third is damaged if wanted.
    private struct Frames: FrameDecoder {
        let damaged: Int?
        var cancelled: Once?
        let info = ImageInfo(
            format: .gif, size: PixelSize(width: 1, height: 1), frameCount: 4, loopCount: 1)
        var delays = [Duration](repeating: .milliseconds(100), count: 4)
        let cost = ByteCount.zero

        func frame(at index: Int, isCancelled: @escaping @Sendable () -> Bool) throws -> Bitmap {
            if cancelled?.take(index) == true { throw CancellationError() }
            if index == damaged { throw ImageError(.damaged, "Broken on purpose.") }
            return try Bitmap(
                pixels: [UInt8(index), 0, 0, 255], size: info.size, alpha: .opaque)
        }
    }

    /// A frame that is given up once, by nobody who was asked to.
    private final class Once: Sendable {
        private let frame: Mutex<Int?>

        init(_ frame: Int) { self.frame = Mutex(frame) }

        func take(_ index: Int) -> Bool {
            frame.withLock { frame in
                guard frame == index else { return false }
                frame = nil
                return true
            }
        }
    }

    private func player(damaged: Int? = nil) -> AnimationPlayer {
        AnimationPlayer(AnimatedImage(Frames(damaged: damaged)), loader: ImageScene().images)
    }

    private func red(_ player: AnimationPlayer, at time: Int) -> UInt8? {
        player.frame(at: .milliseconds(time))?[0, 0].red
    }

    @Test func `frames are decoded ahead and handed out once, in time`() async {
        let player = player()
        #expect(red(player, at: 5000) == nil)
        await player.idle()
        #expect(red(player, at: 5099) == nil)
        #expect(red(player, at: 5100) == 1)
        #expect(red(player, at: 5110) == nil)
        #expect(red(player, at: 5300) == 3)
        #expect(!player.isOver)
        #expect(red(player, at: 5400) == nil)
        #expect(player.isOver)
    }

    @Test(arguments: [[], [Duration](repeating: .seconds(Int64.max), count: 20)])
    func `whatever a decoder says of frames, a player takes it`(delays: [Duration]) async {
        var frames = Frames(damaged: nil)
        frames.delays = delays
        let animation = AnimatedImage(frames)
        #expect(animation.duration >= .zero && animation.delays.allSatisfy { $0 > .zero })
        let player = AnimationPlayer(animation, loader: ImageScene().images)
        for second in 0..<5 { _ = player.frame(at: .seconds(second)) }
        await player.idle()
        #expect(player.isOver == delays.isEmpty)
    }

    @Test func `a pause takes no time`() async {
        let player = player()
        _ = player.frame(at: .zero)
        await player.idle()
        #expect(red(player, at: 100) == 1)
        player.pause()
        #expect(red(player, at: 9000) == nil)
        #expect(red(player, at: 9099) == nil)
        #expect(red(player, at: 9100) == 2)
    }

    @Test func `a frame that is not ready in time is shown late`() async {
        let player = player()
        _ = player.frame(at: .zero)
        player.pause()
        player.animation.removeResidentFrames()
        #expect(red(player, at: 0) == nil)
        #expect(red(player, at: 250) == nil)
        await player.idle()
        #expect(red(player, at: 260) == 2)
    }

    @Test func `a frame that was given up is decoded when it is asked for again`() async {
        let frames = Frames(damaged: nil, cancelled: Once(2))
        let player = AnimationPlayer(AnimatedImage(frames), loader: ImageScene().images)
        _ = player.frame(at: .zero)
        await player.idle()
        #expect(player.animation.residentFrame(at: 2) == nil)
        #expect(red(player, at: 100) == 1)
        await player.idle()
        #expect(red(player, at: 200) == 2)
    }

    @Test func `a damaged frame stops the decoding, not the show`() async {
        let player = player(damaged: 2)
        _ = player.frame(at: .zero)
        await player.idle()
        #expect(red(player, at: 100) == 1)
        #expect(red(player, at: 200) == nil)
        #expect(red(player, at: 400) == nil)
        #expect(player.isOver)
    }
}
