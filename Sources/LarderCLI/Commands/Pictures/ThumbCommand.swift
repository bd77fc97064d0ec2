import LarderImage

extension Command {
    static let thumb = Command(
        name: "thumb", summary: "Make a thumbnail of a picture at a URL or in a file.",
        operands: "URL|FILE", operandCount: 1...1,
        options: PictureOptions.sizes + [
            Option(
                "--output", short: "-o", value: "FILE",
                "Where it goes; - is standard output. Default: NAME-thumb with the format's ending."
            )
        ] + PictureOptions.encodings + [.json] + FetchOptions.options,
        discussion: """
            Without --width and --height it fits 320 by 320 pixels. Of a picture that moves the
            first frame is kept, and a note says so.
            """
    ) { arguments in
        var arguments = arguments
        if arguments.value("--width") == nil, arguments.value("--height") == nil {
            arguments.values["--width"] = ["320"]
            arguments.values["--height"] = ["320"]
        }
        return try await PictureMaking(arguments, suffix: "-thumb").run()
    }

    static let convert = Command(
        name: "convert", summary: "Change a picture's size, look or format.",
        operands: "URL|FILE", operandCount: 1...1,
        options: PictureOptions.sizes + PictureOptions.looks + [
            Option(
                "--output", short: "-o", value: "FILE",
                "Where it goes; - is standard output. Default: NAME-converted with the format's ending."
            )
        ] + PictureOptions.encodings + [.json] + FetchOptions.options,
        discussion: """
            What is asked for is done in the order of this list: size, turn, mirror, look. Of a
            picture that moves the first frame is kept, and a note says so.
            """
    ) { arguments in
        try await PictureMaking(arguments, suffix: "-converted").run()
    }
}
