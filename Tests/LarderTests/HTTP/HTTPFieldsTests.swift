import Larder
import Testing

@Suite struct `The fields of a message` {
    private let fields: HTTPFields = [
        "Accept": "a", "Via": "first", "ACCEPT": "b", "Via ": "other", "accept": "",
    ]

    @Test func `are found whatever their case, and put together in order`() {
        #expect(fields["accept"] == "a, b, ")
        #expect(fields["VIA"] == "first")
        #expect(fields["Age"] == nil)
        #expect(fields.values("Accept") == ["a", "b", ""])
        #expect(fields.has("aCCept") && !fields.has("Acceptx") && !fields.has(""))
    }

    @Test func `are printed as they are sent, but for what lets somebody in`() {
        let fields: HTTPFields = [
            "Accept": "a", "authorization": "secret", "Set-Cookie": "secret", "cookie": "secret",
            "Proxy-Authorization": "secret",
        ]
        #expect(
            "\(fields)" == """
                Accept: a
                authorization: …
                Set-Cookie: …
                cookie: …
                Proxy-Authorization: …
                """)
    }

    @Test func `are set where the first of them stood`() {
        var changed = fields
        changed["accept"] = "c"
        #expect(changed.map(\.name) == ["accept", "Via", "Via "])
        #expect(changed["Accept"] == "c")
        changed["Age"] = "1"
        #expect(changed.last == HTTPFields.Field(name: "Age", value: "1"))
    }

    @Test func `are removed, each line of theirs`() {
        var changed = fields
        changed["Accept"] = nil
        #expect(changed.map(\.name) == ["Via", "Via "])
        changed["Accept"] = nil
        changed["via"] = nil
        #expect(changed.map(\.name) == ["Via "])
    }

    @Test func `of other letters than those of ASCII are compared as they are`() {
        let fields: HTTPFields = ["\u{E9}": "1", "\u{C9}": "2"]
        #expect(fields["\u{E9}"] == "1")
        #expect(!HTTPFields.isSame("\u{E9}", "\u{C9}"))
    }
}
