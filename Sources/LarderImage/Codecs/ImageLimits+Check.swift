extension ImageLimits {
    /// Throws if what the header announces is more than is allowed.
    func check(_ info: ImageInfo) throws {
        guard info.size.pixelCount <= pixels else {
            throw ImageError(
                .tooLarge, "The picture has \(info.size) pixels; at most \(pixels) are allowed.",
                format: info.format)
        }
    }
}
