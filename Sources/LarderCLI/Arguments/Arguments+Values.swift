import Larder

// Options whose values have units.

extension Arguments {
    /// The value of `name` as a size: a number with an optional unit `k`, `M`, `G` or `T`, in
    /// powers of 1,024.
    func size(_ name: String) throws -> ByteCount? {
        guard let text = value(name) else { return nil }
        guard let size = ByteCount(text: text) else {
            throw UsageError("\(name) takes a size such as 500k, 20M or 1.5G, not \"\(text)\".")
        }
        return size
    }

    /// The bucket that `--bucket` names.
    func bucket() throws -> String? {
        guard let name = value("--bucket") else { return nil }
        guard DiskBucket.isName(name) else {
            throw UsageError("--bucket takes a name of at most 1 KiB.")
        }
        return name
    }

    /// The value of `name` as a duration: a number with a unit `s`, `m`, `h`, `d` or `w`.
    func age(_ name: String) throws -> Duration? {
        guard let text = value(name) else { return nil }
        guard let duration = Duration(text: text) else {
            throw UsageError(
                "\(name) takes a time such as 90s, 15m, 12h, 30d or 2w, not \"\(text)\".")
        }
        return duration
    }

    /// The value of `name` as a duration of which something is left.
    func span(_ name: String) throws -> Duration? {
        guard let text = value(name) else { return nil }
        guard let duration = Duration(text: text), duration > .zero else {
            throw UsageError(
                "\(name) takes a time longer than 0, such as 90s, 15m, 12h, 30d or 2w, "
                    + "not \(Describe.quoted(text)).")
        }
        return duration
    }

    /// The value of `name` as one of `choices`. `others` are the forms that were looked for before.
    func choice<Choice>(
        _ name: String, of choices: [(String, Choice)], others: [String] = []
    ) throws -> Choice? {
        guard let text = value(name) else { return nil }
        if let choice = choices.first(where: { $0.0 == text }) { return choice.1 }
        let known = choices.map(\.0)
        throw UsageError(
            unknown: "value", text, known: known,
            advice: "\(name) takes \((known + others).joined(separator: ", ")).")
    }

    /// The value of `name` as a whole number within `range`.
    func number(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        guard let text = value(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw UsageError(
                "\(name) takes a number from \(range.lowerBound) to \(range.upperBound), "
                    + "not \(Describe.quoted(text)).")
        }
        return number
    }
}

extension ByteCount {
    /// A size as people type it, as in `200`, `64k`, `1.5 GiB`.
    init?(text: String) {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let number = Double(digits), number.isFinite else { return nil }
        let units = ["": 0, "b": 0, "k": 10, "m": 20, "g": 30, "t": 40]
        var unit = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
        if unit.hasSuffix("ib") { unit.removeLast(2) }
        guard let shift = units[unit], unit != "" || !text.lowercased().hasSuffix("ib"),
            case let bytes = number * Double(1 << shift), bytes < 0x1p62
        else { return nil }
        self.init(bytes: Int(bytes))
    }
}

extension Duration {
    /// A time as people type it, as in `90s`, `12h`, `30d`.
    init?(text: String) {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let units = ["s": 1.0, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]
        guard let number = Double(digits), let unit = units[String(text.dropFirst(digits.count))],
            number.isFinite, number * unit < 1e12
        else { return nil }
        self = .seconds(number * unit)
    }
}
