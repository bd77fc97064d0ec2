public import Larder

extension ScriptedOrigin.Script {
    /// A file as a good static server gives it: honours `If-None-Match`, `If-Modified-Since`,
    /// `Range` with one range, and `If-Range`, by the `ETag` and `Last-Modified` in `fields`
    /// (RFC 9110 §13 and §14). Several ranges get the whole file.
    public static func file(_ bytes: some Sequence<UInt8>, _ fields: HTTPFields = [:]) -> Self {
        let file = ScriptedFile(bytes: Array(bytes), fields: fields)
        return Self { file.reply(to: $0) }
    }
}

private struct ScriptedFile: Sendable {
    let bytes: [UInt8]
    let fields: HTTPFields

    func reply(to request: ScriptedOrigin.SeenRequest) -> ScriptedReply {
        guard request.method == .get || request.method == .head else {
            return ScriptedReply(status: 405, fields: ["Allow": "GET, HEAD"], body: .bytes([]))
        }
        if isUnchanged(for: request.fields) {
            let kept = HTTPFields(fields.filter { !HTTPFields.isSame($0.name, "Content-Type") })
            return ScriptedReply(status: 304, fields: kept, body: .bytes([]))
        }
        var whole = fields
        if whole["Accept-Ranges"] == nil { whole.append("Accept-Ranges", "bytes") }
        guard request.method == .get, let range = request.fields["Range"], mayResume(request.fields)
        else { return ScriptedReply(status: 200, fields: whole, body: .bytes(bytes)) }
        return part(range, whole)
    }
}

// MARK: - Conditions

extension ScriptedFile {
    /// `If-None-Match` decides alone where it is given (RFC 9110 §13.2.2).
    private func isUnchanged(for conditions: HTTPFields) -> Bool {
        if let tags = conditions["If-None-Match"] {
            guard let own = fields["ETag"] else { return false }
            return tags == "*"
                || tags.split(separator: ",").contains {
                    Self.opaque($0.drop { $0 == " " }) == Self.opaque(own[...])
                }
        }
        guard let since = conditions["If-Modified-Since"].flatMap(Self.moment),
            let modified = fields["Last-Modified"].flatMap(Self.moment)
        else { return false }
        return !since.lexicographicallyPrecedes(modified)
    }

    /// `If-Range` wants the very same validator, and a strong one (RFC 9110 §13.1.5).
    private func mayResume(_ conditions: HTTPFields) -> Bool {
        guard let condition = conditions["If-Range"] else { return true }
        if condition.hasPrefix("W/") { return false }
        return condition == fields["ETag"] || condition == fields["Last-Modified"]
    }

    private static func opaque(_ tag: Substring) -> Substring {
        let tag = tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
        return tag.last == " " ? tag.dropLast() : tag
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT` as numbers that compare in order.
    private static func moment(_ text: String) -> [Int]? {
        let months = "JanFebMarAprMayJunJulAugSepOctNovDec"
        let parts = text.split { " :,".contains($0) }
        guard parts.count == 8, let day = Int(parts[1]), let year = Int(parts[3]),
            let month = stride(from: 0, to: 36, by: 3).first(where: {
                months.dropFirst($0).prefix(3) == parts[2]
            })
        else { return nil }
        return [year, month, day] + parts[4...6].compactMap { Int($0) }
    }
}

// MARK: - Ranges

extension ScriptedFile {
    private func part(_ range: String, _ whole: HTTPFields) -> ScriptedReply {
        var fields = whole
        switch Self.bounds(range, count: bytes.count) {
        case .none:
            return ScriptedReply(status: 200, fields: whole, body: .bytes(bytes))
        case .some(let bounds) where bounds.isEmpty:
            fields["Content-Range"] = "bytes */\(bytes.count)"
            return ScriptedReply(status: 416, fields: fields, body: .bytes([]))
        case .some(let bounds):
            let text = "bytes \(bounds.lowerBound)-\(bounds.upperBound - 1)/\(bytes.count)"
            fields["Content-Range"] = text
            return ScriptedReply(status: 206, fields: fields, body: .bytes(Array(bytes[bounds])))
        }
    }

    /// The bytes that `range` asks for: empty when it cannot be satisfied, `nil` when it is to
    /// be ignored.
    private static func bounds(_ range: String, count: Int) -> Range<Int>? {
        guard range.hasPrefix("bytes=") else { return nil }
        let ends = range.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        switch (Int(ends[0]), Int(ends[1])) {
        case (let first?, let last?) where first <= last:
            return first < count ? first..<min(last, count - 1) + 1 : 0..<0
        case (let first?, nil) where ends[1].isEmpty:
            return first < count ? first..<count : 0..<0
        case (nil, let suffix?) where ends[0].isEmpty:
            return max(0, count - suffix)..<count
        default:
            return nil
        }
    }
}
