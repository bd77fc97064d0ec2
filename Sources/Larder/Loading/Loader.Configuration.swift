extension Loader {
    /// Everything about a loader that can be chosen, fixed when it is made.
    public struct Configuration: Sendable {
        /// Where bytes come from. By default whatever this machine can fetch.
        public var origin: any Origin
        /// The clock.
        public var time: TimeSource = .system
        /// Random numbers.
        public var random: RandomSource = .system
        /// How URLs become keys.
        public var keys: KeyNormalizer = .whole
        /// Whether and how redirects are followed.
        public var redirection = Redirection()
        /// Whether failures are tried again. ``RetryPolicy/standard`` by default.
        public var retry: RetryPolicy = .standard
        /// How long the parts of an exchange may take.
        public var deadlines = Deadlines()
        /// The longest body to accept. 4 GiB by default; less than one byte accepts none.
        public var bodyLimit: ByteCount = .gibibytes(4)
        /// How much of a URL errors may tell. All but user and password by default.
        public var disclosure: URLDisclosure = .whole
        /// Which addresses may be connected to, at each connection of each hop. With any policy but
        /// ``AddressPolicy/any`` `file:` URLs are refused as well.
        public var addressPolicy: AddressPolicy = .any
        /// How many exchanges with one host may be under way, at least one. 16 by default.
        public var exchangesPerHost = 16
        /// How many exchanges may be under way in all, at least one. 64 by default.
        public var exchangesInAll = 64
        /// How much of a body is held in memory while it is read and stored, at least one byte and
        /// whatever the origin hands over at once. 1 MiB by default.
        public var window: ByteCount = .mebibytes(1)

        /// Makes a configuration with the defaults and this origin.
        public init(origin: any Origin = SystemOrigin()) {
            self.origin = origin
        }
    }
}
