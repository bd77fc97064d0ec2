import LarderImage

/// The options that say what becomes of a picture.
struct PictureOptions {
    let steps: [ImageStep]
    let encoding: ImageEncoding

    static let sizes: [Option] = [
        Option("--width", short: "-w", value: "N", "The width in pixels that it must fit."),
        Option("--height", short: "-h", value: "N", "The height in pixels that it must fit."),
        Option("--fill", "Fill width and height, cutting off what stands over."),
        Option("--upscale", "Make a small picture larger, too."),
    ]

    static let looks: [Option] = [
        Option("--rotate", value: "DEGREES", "Turn clockwise by 90, 180 or 270."),
        Option("--flip", value: "AXIS", "Mirror: horizontal or vertical."),
        Option("--grayscale", "Take the colours away."),
        Option("--blur", value: "RADIUS", "Blur."),
        Option("--rounded", value: "RADIUS", "Round the corners."),
        Option("--circle", "Cut a circle out."),
    ]

    static let encodings: [Option] = [
        Option(
            "--format", short: "-f", value: "FORMAT",
            "jpeg, png, webp or avif. Default: by FILE, else what suits."),
        Option("--quality", value: "N", "From 0 to 100. Default: 85."),
        Option("--lossless", "Lose nothing: png, or webp without losses."),
    ]
}

extension PictureOptions {
    init(_ arguments: Arguments, fileName: String?) throws {
        steps = try Self.size(arguments) + Self.looks(arguments)
        encoding = try Self.encoding(arguments, fileName: fileName)
    }

    private static func size(_ arguments: Arguments) throws -> [ImageStep] {
        let width = try arguments.number("--width", in: 1...65_535)
        let height = try arguments.number("--height", in: 1...65_535)
        let upscales = arguments.has("--upscale")
        if arguments.has("--fill") {
            guard let width, let height else {
                throw UsageError("--fill needs both --width and --height.")
            }
            return [.fill(width: width, height: height, allowsUpscaling: upscales)]
        }
        guard width != nil || height != nil else { return [] }
        return [.fit(width: width, height: height, allowsUpscaling: upscales)]
    }

    private static func looks(_ arguments: Arguments) throws -> [ImageStep] {
        let turns: [(String, ImageStep.QuarterTurns)] = [
            ("90", .clockwise), ("180", .half), ("270", .anticlockwise),
        ]
        let axes: [(String, ImageStep.FlipAxis)] = [
            ("horizontal", .horizontal), ("vertical", .vertical),
        ]
        return [
            try arguments.choice("--rotate", of: turns).map { .rotated($0) },
            try arguments.choice("--flip", of: axes).map { .flipped($0) },
            arguments.has("--grayscale") ? .grayscale : nil,
            try arguments.number("--blur", in: 1...1000).map { .blurred(radius: Double($0)) },
            try arguments.number("--rounded", in: 1...65_535).map { .rounded(radius: Double($0)) },
            arguments.has("--circle") ? .circle : nil,
        ].compactMap { $0 }
    }
}

// MARK: - Encoding

extension PictureOptions {
    private static let formats: [(String, ImageFormat)] = [
        ("jpeg", .jpeg), ("jpg", .jpeg), ("png", .png), ("webp", .webP), ("avif", .avif),
    ]

    private static func encoding(
        _ arguments: Arguments, fileName: String?
    ) throws -> ImageEncoding {
        try arguments.refuse("--lossless", with: "--quality")
        let quality = try arguments.number("--quality", in: 0...100)
        let format = try given(arguments) ?? fileName.flatMap(format)
        guard arguments.has("--lossless") else {
            guard quality == nil || format != .png else {
                throw UsageError("--quality goes with the formats jpeg, webp and avif.")
            }
            return ImageEncoding(format: format, quality: quality ?? 85)
        }
        guard format == nil || format == .png || format == .webP else {
            throw UsageError("--lossless goes with the formats png and webp.")
        }
        return ImageEncoding(format: format ?? .png, quality: 100, isLossless: true)
    }

    private static func given(_ arguments: Arguments) throws -> ImageFormat? {
        if let text = arguments.value("--format"), readOnly.contains(text) {
            throw UsageError("\(text) is read and not written. \(advice)")
        }
        return try arguments.choice("--format", of: formats)
    }

    /// The format that a file's ending names; `nil` where the name has none.
    private static func format(_ name: String) throws -> ImageFormat? {
        let last = name.split(separator: "/").last ?? ""
        guard let ending = last.split(separator: ".").dropFirst().last?.lowercased() else {
            return nil
        }
        if let format = formats.first(where: { $0.0 == ending })?.1 { return format }
        throw UsageError("\(Describe.name(name)) ends in no format that is written. \(advice)")
    }

    private static let readOnly: Set = ["gif"]

    private static let advice =
        "--format, or the file's ending, is one of "
        + formats.map(\.0).joined(separator: ", ") + "."
}
