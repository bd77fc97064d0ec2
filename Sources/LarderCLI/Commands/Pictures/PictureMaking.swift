#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder
import LarderImage

/// Loads a picture, does steps to it and writes it to a file.
struct PictureMaking {
    private let url: URL
    /// What was asked for as it may be told.
    private let text: String
    private let output: String?
    private let suffix: String
    private let picture: PictureOptions
    private let options: FetchOptions
    private let images: ImageLoader
    private let isJSON: Bool

    init(_ arguments: Arguments, suffix: String) throws {
        url = try WebAddress.urlOrFile(arguments.operands[0])
        text = WebAddress.shown(arguments.operands[0])
        output = arguments.value("--output")
        self.suffix = suffix
        isJSON = arguments.has("--json")
        guard output != "-" || !isJSON else {
            throw UsageError("-o - and --json would both write to standard output.")
        }
        picture = try PictureOptions(arguments, fileName: output)
        options = try FetchOptions(arguments)
        let cache = try CachePlace(arguments).openOrMake(arguments)
        images = ImageLoader(loader: options.loader(over: cache))
    }

    /// What was made, as `--json` tells it.
    struct Report: Encodable {
        let url: String
        let file: String
        let format: String
        let width: Int
        let height: Int
        let bytes: Int
        let source: String
        let isPartial: Bool
    }
}

extension PictureMaking {
    func run() async throws -> ExitCode {
        let made = try await NamedError.naming(text) {
            try await images.image(
                for: ImageRequest(.url(options.request(url)), steps: picture.steps))
        }
        // What is kept beside the picture must be there before the tool ends.
        await images.idle()
        let image = made.bitmap
        let bytes = try ImageCodecs.standard.encode(image, as: picture.encoding)
        let format = ImageFormat(detecting: bytes)
        let file = output ?? name(format)
        try ContentOutput.write(bytes, to: file)
        if made.info.frameCount > 1 {
            Terminal.complain(
                "\(Describe.printable(text)) has \(made.info.frameCount) frames; the first is kept."
            )
        }
        if image.isPartial {
            Terminal.complain("\(Describe.printable(text)) is damaged or cut short.")
        }
        let report = Report(
            url: text, file: file, format: format?.name ?? "", width: image.width,
            height: image.height, bytes: bytes.count, source: made.place.rawValue,
            isPartial: image.isPartial)
        if isJSON {
            try WorkReport.print(JSON.text(report))
        } else if file != "-" {
            try WorkReport.print(
                "\(Describe.printable(file)): \(image.size), \(report.format), "
                    + "\(ByteCount.bytes(bytes.count))")
        }
        return image.isPartial ? .failure : .success
    }

    private func name(_ format: ImageFormat?) -> String {
        let name = SafeFileName.name(forURL: text)
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        return stem + suffix + "." + (format?.fileExtension ?? "bin")
    }
}
