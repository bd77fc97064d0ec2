#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads an entry that is in memory anyway.
struct WholeEntryReader: EntryReader {
    let entry: Entry

    var attributes: EntryAttributes { entry.attributes }

    func read(_ range: Range<Int>) -> Data {
        let payload = entry.payload
        let wanted = range.clamped(to: 0..<payload.count)
        // A part is copied, so that whoever keeps it does not keep the whole.
        if wanted.count == payload.count { return payload }
        let start = payload.startIndex
        return payload.subdata(in: start + wanted.lowerBound..<start + wanted.upperBound)
    }
}
