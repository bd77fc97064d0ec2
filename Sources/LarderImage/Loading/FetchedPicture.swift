import Larder
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The bytes of a picture, and what is known about them.
struct FetchedPicture: Sendable {
    let bytes: Data
    let source: PictureSource
    let place: LoadedImage.Place
    /// The response's head, if they came with one.
    let head: LoadError.ResponseHead?
    /// Whether tiers that several users see may have what is made of it.
    let isShareable: Bool
}

/// What a flight came to.
struct MadePicture: Sendable {
    let image: LoadedImage
    /// The bytes that were decoded for it; `nil` if none had to be.
    var fetched: FetchedPicture?
    /// The source's hash, if it was made on the way.
    var hash: ThumbHash?
}
