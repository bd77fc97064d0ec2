import Larder

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Takes requests out of the bytes of one connection.
struct ScriptedRequestParser {
    struct Request {
        var method = ""
        var target = ""
        var fields: HTTPFields = [:]
        var head = ""
        var body: [UInt8] = []
    }

    enum Outcome {
        /// More bytes are needed.
        case more
        /// The client waits to be told that it may send the body.
        case expectsContinue
        case request(Request)
        /// The bytes are no request.
        case garbage
    }

    private var buffer: [UInt8] = []
    /// The request whose body has not come in full, and where in `buffer` the body begins.
    private var pending: (request: Request, bodyStart: Int)?
    private var hasToldToContinue = false

    mutating func receive(_ bytes: some Collection<UInt8>) {
        buffer.append(contentsOf: bytes)
    }

    mutating func next() -> Outcome {
        if pending == nil {
            guard let end = endOfHead else { return buffer.count > 1 << 20 ? .garbage : .more }
            guard let request = Self.parse(buffer[..<end]) else { return .garbage }
            pending = (request, end)
        }
        guard let pending else { return .more }
        return body(of: pending.request, from: pending.bodyStart)
    }
}

// MARK: - Head

extension ScriptedRequestParser {
    private var endOfHead: Int? {
        guard buffer.count >= 4 else { return nil }
        return buffer.withUnsafeBufferPointer { bytes in
            for index in 3..<bytes.count where bytes[index] == 10 {
                if bytes[index - 1] == 13, bytes[index - 2] == 10, bytes[index - 3] == 13 {
                    return index + 1
                }
            }
            return nil
        }
    }

    private static func parse(_ head: ArraySlice<UInt8>) -> Request? {
        let lines = head.split(separator: 13).map { $0.first == 10 ? $0.dropFirst() : $0 }
        let words = lines.first?.split(separator: 32) ?? []
        guard words.count == 3 else { return nil }
        var fields = HTTPFields()
        for line in lines.dropFirst() where !line.isEmpty {
            guard let colon = line.firstIndex(of: 58) else { return nil }
            let value = trimmed(line[(colon + 1)...])
            fields.append(Latin1.string(line[..<colon]), Latin1.string(value))
        }
        return Request(
            method: Latin1.string(words[0]), target: Latin1.string(words[1]), fields: fields,
            head: Latin1.string(head))
    }

    private static func trimmed(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var value = value.drop { $0 == 32 || $0 == 9 }
        while let last = value.last, last == 32 || last == 9 { value.removeLast() }
        return value
    }
}

// MARK: - Body

extension ScriptedRequestParser {
    private mutating func body(of request: Request, from start: Int) -> Outcome {
        let body: (bytes: [UInt8], end: Int)?
        if request.fields["Transfer-Encoding"] != nil {
            body = chunks(from: start)
        } else {
            let length = request.fields["Content-Length"].flatMap { Int($0) } ?? 0
            guard length >= 0, length < 1 << 40 else { return .garbage }
            let end = start + length
            body = end <= buffer.count ? (Array(buffer[start..<end]), end) : nil
        }
        guard let body else { return wantsContinue(request) ? .expectsContinue : .more }
        var whole = request
        whole.body = body.bytes
        buffer.removeFirst(body.end)
        pending = nil
        hasToldToContinue = false
        return .request(whole)
    }

    private mutating func wantsContinue(_ request: Request) -> Bool {
        defer { hasToldToContinue = true }
        return !hasToldToContinue && request.fields["Expect"] == "100-continue"
    }

    /// The content of a chunked body and where it ends, or `nil` while it has not come in full.
    private func chunks(from start: Int) -> (bytes: [UInt8], end: Int)? {
        var content: [UInt8] = []
        var place = start
        while let line = line(from: place) {
            let digits = Latin1.string(buffer[place..<line].prefix { $0 != 59 })
            guard let size = Int(digits, radix: 16), size >= 0 else { return nil }
            place = line + 2
            if size == 0 { return endOfTrailers(from: place).map { (content, $0) } }
            guard size <= buffer.count - place - 2 else { return nil }
            content += buffer[place..<place + size]
            place += size + 2
        }
        return nil
    }

    private func endOfTrailers(from start: Int) -> Int? {
        var place = start
        while let line = line(from: place) {
            if line == place { return line + 2 }
            place = line + 2
        }
        return nil
    }

    /// Where the line that begins at `place` has its CRLF.
    private func line(from place: Int) -> Int? {
        guard place < buffer.count else { return nil }
        guard let end = buffer[place...].firstIndex(of: 13), end + 1 < buffer.count else {
            return nil
        }
        return end
    }
}
