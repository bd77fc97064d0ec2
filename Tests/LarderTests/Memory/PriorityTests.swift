import Testing

@testable import Larder

@Suite struct `A priority` {
    @Test(arguments: [1, 2, 3, 7, 8, 27, 1000, 1_000_000, 1 << 30, Int.max])
    func `knows cube roots to a hundred-thousandth`(cost: Int) {
        let root = Priority.inverseCubeRoot(cost)
        #expect(abs(root * root * root * Double(cost) - 1) < 3e-5)
    }

    @Test func `takes a cost below one for one`() {
        #expect(Priority.inverseCubeRoot(0) == Priority.inverseCubeRoot(1))
        #expect(Priority.inverseCubeRoot(.min) == Priority.inverseCubeRoot(1))
    }

    @Test func `rises with use and falls with cost, also when it wraps`() {
        var base = Priority()
        for _ in 0..<100 {
            #expect(base.raised(uses: 2, cost: 64) > base.raised(uses: 1, cost: 64))
            #expect(base.raised(uses: 1, cost: 64) > base.raised(uses: 1, cost: 512))
            #expect(base.raised(uses: 0, cost: 1 << 30) > base)
            let next = base.raised(uses: 15, cost: 1)
            #expect(next > base)
            base = next
        }
    }
}
