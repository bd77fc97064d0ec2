import Testing

@testable import Larder

@Suite struct `A priority` {
    @Test func `takes a cost below one for one`() {
        let base = Priority()
        #expect(base.raised(uses: 1, cost: 0) == base.raised(uses: 1, cost: 1))
        #expect(base.raised(uses: 1, cost: .min) == base.raised(uses: 1, cost: 1))
    }

    @Test func `rises with use and falls with cost, also when it wraps`() {
        var base = Priority()
        for _ in 0..<100 {
            #expect(base.raised(uses: 2, cost: 64) > base.raised(uses: 1, cost: 64))
            #expect(base.raised(uses: 1, cost: 64) > base.raised(uses: 1, cost: 512))
            #expect(base.raised(uses: 0, cost: 1 << 30) > base)
            let next = base.raised(uses: 7, cost: 1)
            #expect(next > base)
            base = next
        }
    }
}
