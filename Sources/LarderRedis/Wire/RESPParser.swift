/// Reads the engine's protocol from bytes as they arrive, cut anywhere.
///
/// Each byte is looked at once: what is open is kept on a stack, so nothing is read again when
/// more comes. Nothing that the other side announces is allocated ahead, and one value may not
/// take more than a limit, so no sequence of bytes costs more memory than that. After a violation
/// the parser answers with that violation for ever.
struct RESPParser {
    /// The most that one value, with everything in it, may take.
    let limit: Int

    /// The line under way, without its end.
    private var line: [UInt8] = []
    private var bulk: Bulk?
    /// The lists that are open, the innermost last.
    private var open: [List] = []
    private var taken = 0
    private var violation: RESPViolation?

    init(limit: Int) {
        self.limit = limit
    }

    fileprivate struct Bulk {
        var bytes: [UInt8] = []
        /// What is still to come, the line's end included.
        var missing: Int
        let kind: UInt8
    }

    fileprivate struct List {
        let kind: UInt8
        var missing: Int
        var values: [RESPValue] = []
    }

    private static let maximumDepth = 16
    private static let maximumLine = 65_536
    /// What an element of a list is charged besides its bytes.
    private static let elementCost = 64
}

extension RESPParser {
    /// Reads `input` and appends each value that is complete to `values`.
    mutating func read(
        _ input: UnsafeRawBufferPointer, into values: inout [RESPValue]
    ) throws(RESPViolation) {
        if let violation { throw violation }
        do throws(RESPViolation) {
            var rest = input[...]
            while !rest.isEmpty {
                guard let value = try bulk == nil ? readLine(&rest) : readBulk(&rest) else {
                    continue
                }
                if let whole = close(value) {
                    values.append(whole)
                    taken = 0
                }
            }
        } catch {
            violation = error
            throw error
        }
    }

    /// Takes bytes up to a line's end; the value that the line is, unless more belongs to it.
    private mutating func readLine(
        _ rest: inout Slice<UnsafeRawBufferPointer>
    ) throws(RESPViolation) -> RESPValue? {
        let end = rest.firstIndex(of: 0x0A)
        line.append(contentsOf: UnsafeRawBufferPointer(rebasing: rest[..<(end ?? rest.endIndex)]))
        guard line.count <= Self.maximumLine else { throw RESPViolation("a line without an end") }
        rest = rest[(end.map { $0 + 1 } ?? rest.endIndex)...]
        guard end != nil else { return nil }
        guard line.popLast() == 0x0D, let kind = line.first else {
            throw RESPViolation("a line that ends wrong")
        }
        defer { line.removeAll(keepingCapacity: true) }
        return try value(ofKind: kind)
    }

    private mutating func readBulk(
        _ rest: inout Slice<UnsafeRawBufferPointer>
    ) throws(RESPViolation) -> RESPValue? {
        guard var open = bulk else { return nil }
        bulk = nil
        let count = min(open.missing, rest.count)
        open.makeRoom(for: count)
        open.bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: rest.prefix(count)))
        open.missing -= count
        rest = rest.dropFirst(count)
        guard open.missing == 0 else {
            bulk = open
            return nil
        }
        guard open.bytes.popLast() == 0x0A, open.bytes.popLast() == 0x0D else {
            throw RESPViolation("a text longer than announced")
        }
        return open.value
    }

    /// Puts `value` where it belongs; what is whole now, if anything is.
    private mutating func close(_ value: RESPValue) -> RESPValue? {
        var value = value
        while var list = open.popLast() {
            if !list.isAttribute { list.values.append(value) }
            list.missing -= 1
            guard list.missing == 0 else {
                open.append(list)
                return nil
            }
            // Attributes stand before a value and are no part of it.
            guard let closed = list.value else { return nil }
            value = closed
        }
        return value
    }
}

// MARK: - What a line means

extension RESPParser {
    private mutating func value(ofKind kind: UInt8) throws(RESPViolation) -> RESPValue? {
        try charge(line.count)
        switch kind {
        case UInt8(ascii: "+"): return .simple(text)
        case UInt8(ascii: "-"): return .error(text)
        case UInt8(ascii: ":"): return .integer(try number())
        case UInt8(ascii: "_"): return .null
        case UInt8(ascii: ","), UInt8(ascii: "("): return .number(text)
        case UInt8(ascii: "#"): return .boolean(text == "t")
        case UInt8(ascii: "$"), UInt8(ascii: "="), UInt8(ascii: "!"):
            return try openBulk(kind)
        case UInt8(ascii: "*"), UInt8(ascii: "~"), UInt8(ascii: ">"): return try openList(kind, 1)
        case UInt8(ascii: "%"), UInt8(ascii: "|"): return try openList(kind, 2)
        default: throw RESPViolation("a value of an unknown kind")
        }
    }

    private var text: String { String(decoding: line.dropFirst(), as: UTF8.self) }

    private func number() throws(RESPViolation) -> Int64 {
        guard let number = Int64(text) else { throw RESPViolation("a number that is none") }
        return number
    }

    private mutating func openBulk(_ kind: UInt8) throws(RESPViolation) -> RESPValue? {
        let count = try number()
        if count == -1 { return .null }
        guard count >= 0 else { throw RESPViolation("a text of negative length") }
        try charge(count)
        bulk = Bulk(missing: Int(count) + 2, kind: kind)
        return nil
    }

    private mutating func openList(
        _ kind: UInt8, _ valuesEach: Int64
    ) throws(RESPViolation) -> RESPValue? {
        let count = try number()
        if count == -1 { return .null }
        guard count >= 0, count <= Int64(limit) / (valuesEach * Int64(Self.elementCost)) else {
            throw RESPViolation("a list too long")
        }
        try charge(count * valuesEach * Int64(Self.elementCost))
        guard open.count < Self.maximumDepth else { throw RESPViolation("lists too deep") }
        let list = List(kind: kind, missing: Int(count * valuesEach))
        if count == 0 { return list.value }
        open.append(list)
        return nil
    }

    private mutating func charge(_ count: some BinaryInteger) throws(RESPViolation) {
        guard count <= limit - taken else { throw RESPViolation("a value over the limit") }
        taken += Int(count)
    }
}

extension RESPParser.Bulk {
    /// Makes room for what has come and what is still announced, up to four times what has come: in
    /// the end there is no more than is needed, whatever the announcement was worth.
    mutating func makeRoom(for count: Int) {
        let come = bytes.count + count
        guard bytes.capacity < come else { return }
        bytes.reserveCapacity(min(bytes.count + missing, max(come * 4, 1 << 16)))
    }

    var value: RESPValue {
        switch kind {
        case UInt8(ascii: "!"): .error(String(decoding: bytes, as: UTF8.self))
        // A verbatim text begins with its format and a colon.
        case UInt8(ascii: "="): .bulk(Array(bytes.dropFirst(4)))
        default: .bulk(bytes)
        }
    }
}

extension RESPParser.List {
    var isAttribute: Bool { kind == UInt8(ascii: "|") }

    var value: RESPValue? {
        if isAttribute { return nil }
        return kind == UInt8(ascii: ">") ? .push(values) : .array(values)
    }
}
