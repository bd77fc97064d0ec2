#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Makes previews of one picture while its bytes arrive.
///
/// Any thread may call it, one at a time gets through.
public protocol PreviewDecoder: Sendable {
    /// Takes the bytes that follow those of the last call, and decodes what they allow.
    ///
    /// Each byte is decoded once, however small the chunks are.
    ///
    /// - Throws: ``ImageError`` or `CancellationError`; there will be no more previews then.
    func append(_ bytes: Data) throws

    /// Whether there is more to see than at the last ``render()``.
    var hasNews: Bool { get }

    /// A picture of what is there, marked ``Bitmap/isPartial``; what is missing is transparent.
    func render() throws -> Bitmap
}
