/// The codecs that the platform brings.
enum PlatformCodecs {
    #if canImport(ImageIO)
    static let all: [any ImageCodec] = [ImageIOCodec()]
    #else
    static let all: [any ImageCodec] = [
        LibraryCodec.jpeg, LibraryCodec.png, LibraryCodec.webP, LibraryCodec.gif,
        LibraryCodec.avif,
    ]
    #endif
}
