#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LarderImage

/// A picture as a terminal shows it.
enum TerminalPicture: Equatable {
    /// The protocol of kitty, which Ghostty speaks too.
    case kitty
    /// The protocol of iTerm2, which WezTerm speaks too.
    case iTerm2
    /// Two pixels a character, in colours or as shades.
    case blocks(HalfBlocks.Colors)
}

extension TerminalPicture {
    /// What the terminal speaks that these environment variables describe.
    ///
    /// A multiplexer passes neither protocol on unless told to, so it gets blocks.
    static func spoken(in environment: [String: String]) -> TerminalPicture {
        let colors = HalfBlocks.Colors(environment)
        let program = environment["TERM_PROGRAM"] ?? ""
        let term = environment["TERM"] ?? ""
        let isMultiplexed = environment["TMUX"] != nil || term.hasPrefix("screen")
        if isMultiplexed || colors == .none { return .blocks(colors) }
        if environment["KITTY_WINDOW_ID"] != nil || term == "xterm-kitty" || program == "ghostty" {
            return .kitty
        }
        if program == "iTerm.app" || program == "WezTerm" || environment["LC_TERMINAL"] == "iTerm2"
        {
            return .iTerm2
        }
        return .blocks(colors)
    }

    /// The picture as PNG for kitty: base64 in pieces of 4,096 characters, `columns` wide.
    static func kitty(png: Data, columns: Int) -> String {
        let text = Array(png.base64EncodedString().utf8)
        let starts = Array(stride(from: 0, to: text.count, by: 4096))
        let pieces = starts.map { start in
            let piece = String(decoding: text[start..<min(start + 4096, text.count)], as: UTF8.self)
            let more = start == starts.last ? 0 : 1
            let keys = start == 0 ? "a=T,f=100,q=2,c=\(columns),m=\(more)" : "m=\(more)"
            return "\u{1B}_G\(keys);\(piece)\u{1B}\\"
        }
        return pieces.joined() + "\n"
    }

    /// The picture as PNG for iTerm2, `columns` wide.
    static func iTerm2(png: Data, columns: Int) -> String {
        let keys = "inline=1;size=\(png.count);width=\(columns);preserveAspectRatio=1"
        return "\u{1B}]1337;File=\(keys):\(png.base64EncodedString())\u{07}\n"
    }
}
