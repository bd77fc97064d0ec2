import Testing

@testable import LarderCLI

@Suite struct FileNamesTests {
    @Test func `names that collide are numbered, without regard to case`() {
        var names = FileNames()
        let given = ["a.jpg", "A.JPG", "a.jpg", "a-2.jpg", "b"].map { names.unique($0) }
        #expect(given == ["a.jpg", "A-2.JPG", "a-3.jpg", "a-2-2.jpg", "b"])
    }

    @Test func `as many names that collide as a command line holds are all different`() {
        var names = FileNames()
        let given = Set((0..<100_000).map { _ in names.unique("file") })
        #expect(given.count == 100_000)
    }
}
