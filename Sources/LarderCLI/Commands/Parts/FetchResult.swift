import Larder

/// What came of one URL.
struct FetchResult: Sendable, Encodable {
    var url: String
    var status: Int?
    /// Where the content came from.
    var source: Response.Source?
    /// The content's length.
    var bytes = 0
    /// What came over the network.
    var wireBytes = 0
    var seconds = 0.0
    /// The file that was written.
    var file: String?
    var error: String?
}

extension FetchResult {
    var line: String {
        let source = (source?.rawValue ?? "").padded(to: 9)
        let size = ByteCount.bytes(bytes).description.aligned(to: 10)
        let time = Describe.time(.seconds(seconds)).aligned(to: 9)
        let file = file.map { " → \(Describe.printable($0))" } ?? ""
        return "\(source) \(status ?? 0) \(size) \(time)  \(Describe.printable(url))\(file)"
    }
}
