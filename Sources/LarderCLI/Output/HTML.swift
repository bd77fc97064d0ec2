/// Text as it may stand in an HTML page.
enum HTML {
    /// `text` for an element's content or a quoted attribute: markup is escaped, and what turns
    /// the direction of writing or cannot be seen is shown as its code.
    static func escaped(_ text: String) -> String {
        var result = ""
        for character in Describe.printable(text) {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.append(character)
            }
        }
        return result
    }
}
