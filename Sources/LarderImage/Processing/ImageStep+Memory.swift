import Larder

extension ImageStep {
    /// Throws if the step takes more memory than is allowed: for the new picture, and for what
    /// making it needs besides. What a step of the user's own takes is not known.
    func check(on picture: Bitmap, _ limits: ImageLimits) throws {
        let memory = try parts(on: picture).reduce(0 as UInt64) { sum, part in
            let (more, overflow) = sum.addingReportingOverflow(part)
            return overflow ? .max : more
        }
        guard memory <= limits.memory.bytes else {
            throw ImageError(
                .tooLarge,
                "The step \(self) takes more memory than the \(limits.memory) that are allowed, "
                    + "done to a picture of \(picture.size) pixels.")
        }
    }

    /// The pieces of memory that are taken at the same time, or more.
    private func parts(on picture: Bitmap) throws -> [UInt64] {
        let size = picture.size
        switch kind {
        case .resize(let target):
            return picture.memory(for: try target.placement(of: size))
        case .fill(let cover, _):
            let place = try cover.placement(of: size)
            return picture.memory(for: place) + [place.size.within(cover.box).memory]
        case .crop(let wanted, _), .cut(_, _, let wanted): return [size.within(wanted).memory]
        case .pad(let ground, _, _): return [size.reaching(ground).memory]
        case .blur: return [size.memory, BoxFilter.memory(for: size)]
        case .custom: return []
        default: return [size.memory]
        }
    }
}

extension PixelSize {
    /// The bytes of so many pixels, or many if that is too large to say.
    var memory: UInt64 { UInt64(clamping: max(0, min(pixelCount, .max / 4)) * 4) }

    /// This size, no side of it longer than the other's.
    func within(_ other: PixelSize) -> PixelSize {
        PixelSize(width: min(width, other.width), height: min(height, other.height))
    }

    /// This size, no side of it shorter than the other's.
    func reaching(_ other: PixelSize) -> PixelSize {
        PixelSize(width: max(width, other.width), height: max(height, other.height))
    }
}
