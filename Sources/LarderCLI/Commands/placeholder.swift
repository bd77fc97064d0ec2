extension Command {
    static let get = Command(
        name: "get", summary: "s", operands: "URL…", operandCount: 1...9, options: [],
        discussion: ""
    ) { _ in .success }
    static let thumb = get
    static let list = get
    static let demo = get
}
