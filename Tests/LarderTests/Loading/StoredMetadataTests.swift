import LarderTesting
import Testing

@testable import Larder

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `A stored response in an entry` {
    private func restored(_ response: StoredResponse) -> StoredResponse? {
        StoredResponse(EntryAttributes(metadata: response.metadata, storedAt: testMoment))
    }

    @Test func `comes back exactly, order and repeats of fields kept`() throws {
        var random = SeededGenerator(seed: 1)
        var response = stored(
            ["Set-Cookie": "a=1", "set-cookie": "b: 2", "Empty": "", "X": "é\u{80}ÿ", "Vary": "A"],
            at: testMoment.addingTimeInterval(0.123_456_789))
        response.selection = try #require(
            Selection(response: response.fields, request: ["A": "1"], random: &random))
        #expect(restored(response) == response)
        response.isInvalidated = true
        response.selection = .everything
        #expect(restored(response) == response)
    }

    @Test(arguments: [
        ("http.status", "2OO"), ("http.status", "99"), ("http.received", "soon"),
        ("http.received", "inf"), ("http.received", "1e300"), ("http.requested", "nan"),
        ("http.selection", "a b"), ("http.selection", ""), ("http.selection", "a 0 1"),
    ])
    func `damaged metadata are no response`(name: String, value: String) {
        var metadata = stored([:]).metadata
        metadata[name] = value
        let attributes = EntryAttributes(metadata: metadata, storedAt: testMoment)
        #expect(StoredResponse(attributes) == nil)
    }

    @Test func `slots come back in their order`() throws {
        var random = SeededGenerator(seed: 2)
        let other = try #require(
            Selection(response: ["Vary": "A"], request: ["A": "1"], random: &random))
        let slots = [
            StoredSlot(suffix: "x1", selection: other),
            StoredSlot(suffix: "", selection: .everything),
        ]
        let metadata = StoredSlot.metadata(listing: slots)
        #expect(StoredSlot.list(in: metadata, main: .everything) == slots)
        #expect(StoredSlot.metadata(listing: [slots[1]]) == [:])
    }

    @Test func `no random metadata make reading trap`() {
        var random = SeededGenerator(seed: 3)
        let alphabet = Array("0 1a,\n:é\r".unicodeScalars)
        for _ in 0..<3000 {
            var metadata = stored([:]).metadata
            metadata["http.slots"] = ""
            for name in metadata.keys where Bool.random(using: &random) {
                var text = ""
                for _ in 0..<Int.random(in: 0..<12, using: &random) {
                    text.unicodeScalars.append(alphabet.randomElement(using: &random) ?? "0")
                }
                metadata[name] = text
            }
            let attributes = EntryAttributes(metadata: metadata, storedAt: testMoment)
            let response = StoredResponse(attributes)
            _ = response?.freshness(at: testMoment)
            _ = StoredSlot.list(in: metadata, main: .everything)
        }
    }
}
