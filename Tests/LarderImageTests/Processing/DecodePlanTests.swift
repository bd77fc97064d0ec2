import Testing

@testable import LarderImage

struct DecodePlanTests {
    @Test(arguments: [
        ([ImageStep.fit(width: 9), .circle], TargetSize.fit(width: 9), [ImageStep.circle]),
        ([.fill(width: 9, height: 8)], .fill(width: 9, height: 8), []),
        ([.exact(width: 9, height: 8)], .exact(width: 9, height: 8), []),
        ([.circle, .fit(width: 9)], .full, [.circle, .fit(width: 9)]), ([], .full, []),
        (
            [.fill(width: 9, height: 8, anchor: .top), .grayscale], .cover(width: 9, height: 8),
            [.crop(width: 9, height: 8, anchor: .top), .grayscale]
        ),
    ])
    func `a first step that sets the size is the decoder's`(
        steps: [ImageStep], target: TargetSize, rest: [ImageStep]
    ) {
        let plan = DecodePlan(steps)
        #expect(plan.target == target)
        #expect(plan.rest == rest)
    }

    @Test(arguments: [
        [ImageStep.fit(width: 7), .circle], [.fill(width: 6, height: 5, anchor: .bottomRight)],
        [.rotated(.clockwise), .fit(width: 3)],
    ])
    func `the plan and the steps give the same picture`(steps: [ImageStep]) throws {
        let picture = try TestPictures.drawn(width: 24, height: 18) { x, y in
            (x * 10, y * 14, x * y % 256, 255)
        }
        let plan = DecodePlan(steps)
        #expect(
            try picture.resized(to: plan.target).applying(plan.rest) == picture.applying(steps))
    }
}
