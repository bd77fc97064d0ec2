/// What an ``Origin`` answered: the head, and the body as it arrives.
public struct OriginResponse: Sendable {
    /// The status code.
    public var status: Int
    /// The fields as received, in order and with repeats.
    public var fields: HTTPFields
    /// The body, pulled by its reader, with any content coding undone. Ends in an error when the
    /// transfer broke off before the announced end.
    public var body: Body
    /// The bytes received so far, head and undecoded body.
    public var wireBytes: @Sendable () -> Int

    /// Makes a response.
    public init(
        status: Int, fields: HTTPFields, body: Body,
        wireBytes: @escaping @Sendable () -> Int = { 0 }
    ) {
        self.status = status
        self.fields = fields
        self.body = body
        self.wireBytes = wireBytes
    }
}
