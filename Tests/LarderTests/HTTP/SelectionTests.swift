import Testing

@testable import Larder

@Suite struct `RFC 9111 §4.1 selection by Vary` {
    private func selecting(_ vary: HTTPFields, _ request: HTTPFields) -> Selection? {
        var random = SystemRandomNumberGenerator()
        return Selection(response: vary, request: request, random: &random)
    }

    @Test(
        arguments: [
            (["Vary": "Foo"], ["Foo": "1"], ["foo": "1"], true),
            (["Vary": "Foo"], ["Foo": "1"], ["Foo": "2"], false),
            (["Vary": "Foo"], ["Foo": "1"], [:], false),
            (["Vary": "Foo"], [:], ["Foo": "1"], false),
            (["Vary": "Foo"], [:], [:], true),
            (["Vary": "Foo, Bar"], ["Foo": "1"], ["Foo": "1", "Other": "x"], true),
            (["Vary": "Foo, Bar"], ["Foo": "1", "Bar": "2"], ["Bar": "2", "Foo": "1"], true),
            (["Vary": "Foo, Bar"], ["Foo": "1"], ["Bar": "1"], false),
            (["Vary": "Foo"], ["Foo": "1, 2"], ["Foo": "1,2"], true),
            (
                ["Vary": "Accept-Language"], ["Accept-Language": "en, de"],
                ["Accept-Language": " eN ,  De"], true
            ),
            (["Vary": "Foo"], ["Foo": ""], [:], false),
            ([:], ["Authorization": "ann"], ["Authorization": "ann"], true),
            ([:], ["Authorization": "ann"], ["Authorization": "bob"], false),
            ([:], ["Authorization": "ann"], [:], false),
            ([:], [:], ["Authorization": "ann"], false),
            ([:], ["Cookie": "a"], ["Cookie": "b"], true),
            (["Vary": "cookie"], ["Cookie": "a"], ["Cookie": "b"], false),
        ] as [(HTTPFields, HTTPFields, HTTPFields, Bool)])
    func `a response answers requests with the same selecting fields`(
        response: HTTPFields, first: HTTPFields, second: HTTPFields, isSame: Bool
    ) throws {
        let selection = try #require(selecting(response, first))
        #expect(selection.matches(first))
        #expect(selection.matches(second) == isSame)
    }

    @Test(arguments: ["*", "*, *", ", *", "*, Foo", "Foo, *", "a b", "Foo, \"Bar\"", "Foo;q=1"])
    func `a star, and what is no name, answers nothing else`(vary: String) {
        #expect(Vary(["Vary": vary]) == .anything)
        #expect(selecting(["Vary": vary], [:]) == nil)
    }

    @Test func `two lines of one name are one value`() throws {
        let selection = try #require(selecting(["Vary": "Foo"], ["Foo": "1, 2"]))
        #expect(selection.matches(["Foo": "1", "foo": "2"]))
    }

    @Test func `no secret can be read from what is kept`() throws {
        let request: HTTPFields = ["Authorization": "Bearer secret"]
        let first = try #require(selecting([:], request))
        let second = try #require(selecting([:], request))
        #expect(first.salt != second.salt && first.digest != second.digest)
        #expect(first.digest.count == 32)
    }

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func `SHA-256 gives the standard's digests`(message: String, expected: String) {
        let digest = SHA256.digest(Array(message.utf8))
        let text = digest.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }
        #expect(text.joined() == expected)
    }
}
