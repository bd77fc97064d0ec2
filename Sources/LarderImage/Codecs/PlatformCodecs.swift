/// The codecs that the platform brings.
enum PlatformCodecs {
    static let all: [any ImageCodec] = []
}
