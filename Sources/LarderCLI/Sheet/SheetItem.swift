#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One picture or file of a contact sheet.
struct SheetItem {
    let name: String
    let size: Int
    let storedAt: Date
    /// `fresh`, `stale` or whatever else is known; empty where nothing is.
    var state = ""
    /// The thumbnail; `nil` for what is no picture.
    var thumbnail: Thumbnail?

    struct Thumbnail {
        let width: Int
        let height: Int
        /// The media type, as in `image/jpeg`.
        let type: String
        let bytes: Data
    }
}
