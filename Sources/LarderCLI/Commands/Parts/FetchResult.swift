import Larder

/// What came of one URL.
struct FetchResult: Sendable, Encodable {
    /// Where the content came from.
    enum Source: String, Sendable, Encodable {
        /// The cache alone.
        case cache
        /// The cache, after the origin had confirmed it.
        case validated
        /// The origin.
        case network
    }

    var url: String
    var status: Int?
    var source: Source?
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

extension FetchResult.Source {
    init(_ response: Response) {
        if response.cacheStatus.isHit {
            self = .cache
        } else {
            self = response.cacheStatus.forwardStatus == 304 ? .validated : .network
        }
    }
}
