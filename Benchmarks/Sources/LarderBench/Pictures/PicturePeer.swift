import Foundation

/// Another program that makes the same thumbnail.
///
/// Pillow runs in a process that stays, and tells its own time for each picture; the commands are
/// started for each picture and timed as a user would see them.
struct PicturePeer {
    let name: String
    /// Milliseconds for one thumbnail, or `nil` if it cannot make one.
    let milliseconds: (URL) -> Double?
}

extension PicturePeer {
    /// The peers that are installed here.
    static func installed(python: String) -> [PicturePeer] {
        [pillow(python), vips, imageMagick].compactMap { $0 }
    }

    private static var vips: PicturePeer? {
        command("vipsthumbnail", { ["-s", "320x", "-o", scratch, $0] })
    }

    private static var imageMagick: PicturePeer? {
        command("convert", { ["-auto-orient", "-thumbnail", "320x", $0, scratch] })
    }

    /// Where commands write; the least work to write is a plain format.
    private static var scratch: String {
        FileManager.default.temporaryDirectory.appending(path: "larder-bench-peer.ppm").path
    }

    private static func command(
        _ program: String, _ arguments: @escaping (String) -> [String]
    ) -> PicturePeer? {
        guard Command.output(of: [program, "--version"]) != nil else { return nil }
        return PicturePeer(name: program) { file in
            let start = ContinuousClock.now
            guard Command.output(of: [program] + arguments(file.path)) != nil else { return nil }
            return start.duration(to: .now) / .milliseconds(1)
        }
    }

    private static func pillow(_ python: String) -> PicturePeer? {
        let script = """
            import sys, time
            from PIL import Image, ImageOps
            for line in sys.stdin:
                start = time.perf_counter()
                picture = Image.open(line.strip())
                picture.draft("RGB", (320 * 2, 1))
                picture = ImageOps.exif_transpose(picture).convert(
                    "RGBA" if "A" in picture.getbands() else "RGB")
                size = (320, max(1, round(picture.height * 320 / picture.width)))
                picture.resize(size, Image.Resampling.LANCZOS)
                print((time.perf_counter() - start) * 1000, flush=True)
            """
        guard Command.output(of: [python, "-c", "import PIL.Image"]) != nil else { return nil }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [python, "-W", "ignore", "-c", script]
        let (input, answers) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = answers
        guard (try? process.run()) != nil else { return nil }
        return PicturePeer(name: "Pillow") { file in
            input.fileHandleForWriting.write(Data((file.path + "\n").utf8))
            let answer = answers.fileHandleForReading.availableData
            return Double(String(decoding: answer, as: UTF8.self).filter { $0 != "\n" })
        }
    }
}
