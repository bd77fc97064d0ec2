#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder
import LarderImage

extension Command {
    static let show = Command(
        name: "show", summary: "Show a picture in the terminal.", operands: "URL|FILE|KEY",
        operandCount: 1...1,
        options: [
            Option("--columns", short: "-w", value: "N", "How wide. Default: as the terminal."),
            Option(
                "--protocol", value: "NAME",
                "kitty, iterm2, or blocks. Default: what the terminal speaks."),
            .bucket,
            Option("--json", "Print what would be shown, as JSON, in place of the picture."),
        ] + FetchOptions.options,
        discussion: """
            A terminal that speaks no picture protocol gets coloured half blocks, and shades of grey
            where NO_COLOR is set.
            """
    ) { arguments in
        let columns = try arguments.number("--columns", in: 1...1000)
        let width = columns ?? max(1, min(Terminal.columns, 120))
        let spoken = try Self.spoken(arguments)
        let source = try PictureSource(arguments)
        let text = try await NamedError.naming(WebAddress.shown(arguments.operands[0])) {
            let bytes = try await source.bytes(arguments.operands[0])
            guard !arguments.has("--json") else {
                let info = try ImageCodecs.standard.probe(bytes)
                return try JSON.text(ShownPicture(info, bytes, spoken, columns: width)) + "\n"
            }
            let pool = WorkerPool(threads: 1)
            return try await pool.run { try Self.render(bytes, for: spoken, width: width) }
        }
        try Terminal.output(Array(text.utf8))
        return .success
    }

    private static func spoken(_ arguments: Arguments) throws -> TerminalPicture {
        let environment = Terminal.environment
        let colors = HalfBlocks.Colors(environment)
        let names: [(String, TerminalPicture)] = [
            ("kitty", .kitty), ("iterm2", .iTerm2), ("blocks", .blocks(colors)),
        ]
        if let chosen = try arguments.choice("--protocol", of: names) { return chosen }
        return Terminal.isInteractive
            ? TerminalPicture.spoken(in: environment) : .blocks(colors)
    }

    /// A protocol gets ten pixels a column; blocks have one pixel a column and two a line.
    private static func render(
        _ bytes: Data, for spoken: TerminalPicture, width: Int
    ) throws -> String {
        let codecs = ImageCodecs.standard
        let side = if case .blocks = spoken { width } else { width * 10 }
        let target = TargetSize.fit(width: side, height: side * 2)
        let bitmap = try codecs.decode(bytes, options: DecodeOptions(target: target))
        switch spoken {
        case .blocks(let colors): return HalfBlocks(bitmap: bitmap, colors: colors).text
        case .kitty:
            return TerminalPicture.kitty(
                png: try codecs.encode(bitmap, as: .png), columns: width)
        case .iTerm2:
            return TerminalPicture.iTerm2(
                png: try codecs.encode(bitmap, as: .png), columns: width)
        }
    }
}

/// What `larder show` would show, and how.
private struct ShownPicture: Encodable {
    let format: String
    let width: Int
    let height: Int
    let frames: Int
    let bytes: Int
    let columns: Int
    let `protocol`: String

    init(_ info: ImageInfo, _ bytes: Data, _ spoken: TerminalPicture, columns: Int) {
        format = info.format.name
        width = info.size.width
        height = info.size.height
        frames = info.frameCount
        self.bytes = bytes.count
        self.columns = columns
        self.protocol =
            switch spoken {
            case .kitty: "kitty"
            case .iTerm2: "iterm2"
            case .blocks: "blocks"
            }
    }
}
