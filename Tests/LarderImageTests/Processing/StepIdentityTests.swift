import LarderImage
import Testing

struct StepIdentityTests {
    /// Identities name files that outlive the program: a change here forgets all of them.
    @Test(arguments: [
        (ImageStep.fit(width: 320), "fit(320x-)"),
        (.fit(width: 320, height: 200, allowsUpscaling: true), "fit(320x200,up)"),
        (.fill(width: 64, height: 64), "fill(64x64)"),
        (.fill(width: 64, height: 64, anchor: .top), "fill(cover(64x64),0.5:0.0)"),
        (.exact(width: 5, height: 6), "exact(5x6)"), (.resize(.full), "full(-x-)"),
        (.crop(width: 2, height: 3, anchor: .bottomRight), "crop(2x3,1.0:1.0)"),
        (.crop(x: -1, y: 2, width: 3, height: 4), "cut(-1,2,3x4)"),
        (.pad(width: 9, height: 8, color: .white), "pad(9x8,0.5:0.5,#ffffffff)"),
        (.rotated(.anticlockwise), "rotate(3)"), (.flipped(.vertical), "flip(vertical)"),
        (.rounded(radius: 8), "round(8.0,15)"), (.circle, "circle"),
        (.border(width: 2, color: .black, radius: 8), "border(2,#000000ff,8.0)"),
        (.blurred(radius: 1.5), "blur(1.5)"), (.tinted(.clear), "tint(#00000000)"),
        (.grayscale, "grayscale"), (.custom(identity: "sepia/2") { $0 }, "custom(7:sepia/2)"),
    ])
    func `a step has this identity for ever`(step: ImageStep, identity: String) {
        #expect(step.identity == identity)
        #expect(step.description == identity)
    }

    @Test func `a custom step is never confused with others`() {
        let posing = ImageStep.custom(identity: "x)|circle") { $0 }
        let two = [ImageStep.custom(identity: "x") { $0 }, .circle]
        #expect([posing].identity != two.identity)
        #expect(ImageStep.custom(identity: "circle") { $0 } != .circle)
        #expect(ImageStep.custom(identity: "circle") { $0 }.identity != ImageStep.circle.identity)
    }

    @Test func `custom steps are equal by identity`() {
        let one = ImageStep.custom(identity: "a") { $0 }
        let same = ImageStep.custom(identity: "a") { try $0.applying([.circle]) }
        #expect(one == same)
        #expect(one.hashValue == same.hashValue)
        #expect(one != ImageStep.custom(identity: "b") { $0 })
    }

    @Test func `the order of steps matters`() {
        #expect(
            [ImageStep.circle, .grayscale].identity != [ImageStep.grayscale, .circle].identity)
        #expect([ImageStep]().identity == "")
    }
}

struct StepOrderTests {
    @Test func `steps are done in order, each to what the one before made`() throws {
        let picture = try TestPictures.numbered(width: 4, height: 2)
        let result = try picture.applying([
            .crop(width: 2, height: 2, anchor: .topLeft), .rotated(.clockwise),
            .crop(width: 1, height: 2, anchor: .topLeft),
        ])
        #expect(result.numbers == [[0, 1], [1, 1]])
    }

    @Test func `marks and colours stay with the picture`() throws {
        let picture = try TestPictures.flat(width: 6, height: 6)
            .marked(isPartial: true).assigned(.displayP3)
        let steps: [ImageStep] = [
            .crop(width: 5, height: 5), .pad(width: 6, height: 6), .rotated(.half),
            .flipped(.vertical), .rounded(radius: 1), .circle, .border(width: 1, color: .black),
            .blurred(radius: 1), .tinted(.black), .grayscale,
        ]
        for step in steps {
            let result = try picture.applying([step])
            #expect(result.isPartial, "\(step)")
            #expect(result.colorSpace == .displayP3, "\(step)")
        }
    }

    @Test func `a custom step gets the picture, and what it throws comes out`() throws {
        struct Refusal: Error {}
        let picture = try TestPictures.numbered(width: 4, height: 3)
        let halved = ImageStep.custom(identity: "half") { picture in
            try picture.applying([.crop(width: picture.width / 2, height: picture.height)])
        }
        #expect(try picture.applying([halved, halved]).width == 1)
        #expect(throws: Refusal.self) {
            try picture.applying([.custom(identity: "no") { _ in throw Refusal() }])
        }
    }

    @Test func `a cancelled row of steps stops before the next`() throws {
        let picture = try TestPictures.numbered(width: 4, height: 3)
        var asked = 0
        #expect(throws: CancellationError.self) {
            try picture.applying([.circle, .grayscale, .circle]) {
                asked += 1
                return asked == 2
            }
        }
        #expect(asked == 2)
    }
}
