import Testing

@testable import LarderCLI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct HelpTests {
    @Test func `every command says what it does, in one line that fits`() {
        for command in LarderTool.commands {
            #expect(command.summary.hasSuffix("."), "\(command.name)")
            #expect(command.summary.count < 70, "\(command.name)")
            #expect(!Help.text(of: command).contains("  \n"))
        }
    }

    @Test func `every command's options differ in their names and letters`() {
        for command in LarderTool.commands {
            let names = command.allOptions.flatMap { [$0.name] + [$0.short].compactMap { $0 } }
            #expect(Set(names).count == names.count, "\(command.name)")
        }
    }

    @Test func `the overview names every command`() {
        let text = Help.overview(of: LarderTool.commands)
        #expect(LarderTool.commands.allSatisfy { text.contains("  \($0.name) ") })
    }

    @Test(arguments: ["bash", "zsh"])
    func `a shell that is installed takes its completions`(shell: String) throws {
        let candidates = ["/bin/\(shell)", "/usr/bin/\(shell)"]
        guard let path = candidates.first(where: FileManager.default.isExecutableFile) else {
            return
        }
        let script = try #require(Completions.shells.first { $0.0 == shell })
        let folder = ScratchFolder()
        let file = folder.path("completions")
        try OutputFile.write(Data(script.1(LarderTool.commands).utf8), to: file)
        #expect(try ToolProcess.run(path, ["-n", file]).code == 0)
    }

    @Test func `the manual page in the documentation is what the commands say`() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Docs/larder.1")
        let text = Manual.text(of: LarderTool.commands, version: LarderTool.version) + "\n"
        #expect(try String(contentsOf: page, encoding: .utf8) == text, "larder man >Docs/larder.1")
    }

    @Test func `the manual page keeps words and lines apart`() {
        let page = Manual.text(of: LarderTool.commands, version: "1")
        #expect(page.contains(".B larder get\n[OPTIONS]\n.I URL…\n"))
        for command in LarderTool.commands {
            for line in command.discussion.split(separator: "\n") where line.hasPrefix(" ") {
                let before = page.components(separatedBy: line.replacing("-", with: "\\-"))[0]
                let filling = before.split(separator: "\n").last { $0 == ".nf" || $0 == ".fi" }
                #expect(filling == ".nf", "\(line)")
            }
        }
        #expect(page.contains("130 after Ctrl"))
    }

    @Test func `the manual page holds no line that troff would take for a request of its own`() {
        let page = Manual.text(of: LarderTool.commands, version: "1")
        let requests: Set = ["TH", "SH", "SS", "TP", "B", "I", "PP", "br", "nf", "fi"]
        for line in page.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
            #expect(requests.contains(String(line.dropFirst().prefix { $0 != " " })), "\(line)")
        }
    }
}
