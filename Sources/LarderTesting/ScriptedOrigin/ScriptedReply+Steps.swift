import Larder

extension ScriptedReply {
    /// What to do, in order, to answer `request`.
    func steps(for request: ScriptedOrigin.SeenRequest) -> [Step] {
        var steps = stops.filter { $0.offset == nil }.map(\.step)
        let head = raw ?? headBytes
        steps.append(.send(head))
        if raw == nil, hasBody(for: request.method) { steps += bodySteps }
        if let cut {
            return Self.cut(steps, after: cut.count + (cut.isInBody ? head.count : 0))
                + [.end(cut.ending)]
        }
        return steps + [.end(endsConnection(request) ? .close : ending)]
    }

    private func hasBody(for method: HTTPMethod) -> Bool {
        method != .head && status != 204 && status != 304
    }

    private func endsConnection(_ request: ScriptedOrigin.SeenRequest) -> Bool {
        guard ending == .keepAlive else { return false }
        if request.fields["Connection"] == "close" { return true }
        switch framing {
        case .length, .chunked: return false
        case .claimed, .untilClose: return true
        }
    }
}

// MARK: - The head

extension ScriptedReply {
    private var headBytes: [UInt8] {
        let early = interim.flatMap { Self.head($0.status, $0.fields) }
        return early + Self.head(status, framedFields)
    }

    private var framedFields: HTTPFields {
        var framed = fields
        switch framing {
        case .length:
            if status != 204, fields["Content-Length"] == nil, status != 304 {
                framed.append("Content-Length", String(body.count))
            }
        case .claimed(let length):
            framed.append("Content-Length", String(length))
        case .chunked(_, let trailers):
            framed.append("Transfer-Encoding", "chunked")
            if !trailers.isEmpty {
                framed.append("Trailer", trailers.map(\.name).joined(separator: ", "))
            }
        case .untilClose:
            break
        }
        return framed
    }

    private static func head(_ status: Int, _ fields: HTTPFields) -> [UInt8] {
        Latin1.bytes("HTTP/1.1 \(status) \(reason(status))\r\n") + lines(fields) + [13, 10]
    }

    private static func lines(_ fields: HTTPFields) -> [UInt8] {
        fields.flatMap { Latin1.bytes("\($0.name): \($0.value)\r\n") }
    }

    private static func reason(_ status: Int) -> String {
        [
            100: "Continue", 103: "Early Hints", 200: "OK", 206: "Partial Content",
            301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
            400: "Bad Request", 404: "Not Found", 416: "Range Not Satisfiable",
            500: "Internal Server Error", 503: "Service Unavailable",
        ][status] ?? "Scripted"
    }
}

// MARK: - The body

extension ScriptedReply {
    /// The body in pieces, with each stop before the byte it belongs to.
    private var bodySteps: [Step] {
        let count = body.count
        var steps: [Step] = []
        var sent = 0
        for stop in stops.sorted(by: { ($0.offset ?? 0) < ($1.offset ?? 0) }) {
            guard let offset = stop.offset.map({ min($0, count) }) else { continue }
            steps += framed(sent..<max(sent, offset)) + [stop.step]
            sent = max(sent, offset)
        }
        return steps + framed(sent..<count) + end
    }

    private func framed(_ range: Range<Int>) -> [Step] {
        guard !range.isEmpty else { return [] }
        guard case .chunked(let size, _) = framing else { return [body.step(range)] }
        return stride(from: range.lowerBound, to: range.upperBound, by: max(1, size)).flatMap {
            let part = $0..<min($0 + max(1, size), range.upperBound)
            let line = Array("\(String(part.count, radix: 16))\r\n".utf8)
            return [.send(line), body.step(part), .send([13, 10])]
        }
    }

    private var end: [Step] {
        guard case .chunked(_, let trailers) = framing else { return [] }
        return [.send(Array("0\r\n".utf8) + Self.lines(trailers) + [13, 10])]
    }

    private static func cut(_ steps: [Step], after count: Int) -> [Step] {
        var left = count
        return steps.compactMap { step in
            guard left > 0 else { return nil }
            switch step {
            case .send(let bytes):
                let part = bytes.prefix(left)
                left -= part.count
                return .send(Array(part))
            case .sendZeros(let count):
                let part = min(count, left)
                left -= part
                return .sendZeros(part)
            case .wait, .pause, .end:
                return step
            }
        }
    }
}
