public import Larder

/// Decodes the frames of one picture that moves.
///
/// Any thread may call it. Calls block, and one waits for another: frames build on each other.
public protocol FrameDecoder: Sendable {
    /// What the header says.
    var info: ImageInfo { get }

    /// How long each frame is shown, as the file says it; as many as there are frames.
    var delays: [Duration] { get }

    /// The memory that the decoder itself keeps.
    var cost: ByteCount { get }

    /// Decodes a frame as the options that the decoder was made with say.
    ///
    /// Quickest in order, the first following the last: any other order decodes what lies between.
    ///
    /// - Throws: ``ImageError``, or `CancellationError` if `isCancelled` said so.
    func frame(at index: Int, isCancelled: @escaping @Sendable () -> Bool) throws -> Bitmap
}
