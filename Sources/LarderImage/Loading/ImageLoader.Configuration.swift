public import Larder
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ImageLoader {
    /// Everything about an image loader that can be chosen, fixed when it is made.
    public struct Configuration: Sendable {
        /// What decoded pictures may take in memory. By default a share of the machine's or the
        /// container's memory.
        public var memoryCapacity: ByteCount = .standardMemoryCapacity
        /// What of a picture is kept in the loader's cache. The original bytes by default.
        public var storage = ImageStorage.original
        /// How variants, and pictures that the program itself stores, are written.
        public var encoding = ImageEncoding.automatic()
        /// What reads and writes pictures.
        public var codecs = ImageCodecs.standard
        /// How well pictures are made smaller.
        public var quality = DecodeOptions.Quality.best
        /// The colours that pictures are decoded to.
        public var colorSpace = ImageColorSpace.sRGB
        /// What decoding a picture, and each step that is done to it, may cost.
        public var limits = ImageLimits.standard
        /// What the decoded frames of one picture that moves may take. 32 MiB by default.
        public var animationBudget: ByteCount = .mebibytes(32)
        /// The longest picture file that is read. 256 MiB by default.
        public var byteLimit: ByteCount = .mebibytes(256)
        /// How many pictures are decoded at the same time, each on a thread of its own. By
        /// default as many as there are processors.
        public var threads = ProcessInfo.processInfo.activeProcessorCount
        /// The clocks.
        public var time = TimeSource.system

        /// Makes a configuration of the defaults.
        public init() {}
    }
}
