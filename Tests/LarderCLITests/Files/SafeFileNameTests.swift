import Testing

@testable import LarderCLI

@Suite struct SafeFileNameTests {
    @Test(arguments: [
        ("http://a.com/p/photo.jpg", "photo.jpg"), ("http://a.com/photo.jpg?x=/y#z", "photo.jpg"),
        ("http://a.com/", "file"), ("http://a.com", "file"), ("http://a.com/a%20b.png", "a b.png"),
        ("http://a.com/%2e%2e", "file"), ("http://a.com/..", "file"),
        ("http://a.com/%2e%2e%2fetc%2fpasswd", "_etc_passwd"), ("http://a.com/a%00b", "a_b"),
        ("http://a.com/.bashrc", "bashrc"), ("http://a.com/-rf", "rf"),
        ("http://a.com/a%0Ab%1B", "a_b_"), ("http://a.com/x%E2%80%AEgpj.exe", "x_gpj.exe"),
        ("http://a.com/CON.txt", "_CON.txt"), ("http://a.com/a%zz", "a%zz"),
        ("http://a.com/%FF%FE", "\u{FFFD}\u{FFFD}"), ("http://a.com/C%3A%5Cx", "C__x"),
        ("data:image/png;base64,AAAA", "png;base64,AAAA"), ("http://a.com/dot.", "dot"),
    ])
    func `a URL gives one plain name, whatever it says`(url: String, name: String) {
        #expect(SafeFileName.name(forURL: url) == name)
    }

    @Test func `a long name is cut to what file systems take`() {
        let name = SafeFileName.name(
            forURL: "http://a.com/" + String(repeating: "é", count: 500), ext: "jpg")
        #expect(name.utf8.count <= 210 && name.hasSuffix(".jpg"))
    }

    @Test(arguments: [
        ("http://a/x.png", "jpg", "x.png.jpg"), ("http://a/x.JPG", "jpg", "x.JPG"),
        ("http://a/x", "jpg", "x.jpg"),
    ])
    func `an ending is added where it is missing`(url: String, ext: String, name: String) {
        #expect(SafeFileName.name(forURL: url, ext: ext) == name)
    }
}
