import Testing

@testable import Larder

@Suite struct `An exchange's deadlines` {
    private let limits = Deadlines(
        connect: .seconds(1), firstByte: .seconds(3), idle: .seconds(2), total: .seconds(10))

    @Test func `while it waits are the total alone`() {
        let deadlines = ExchangeDeadlines(limits, now: .seconds(100))
        #expect(deadlines.expired(.seconds(109)) == nil)
        #expect(deadlines.expired(.seconds(110)) == .total)
    }

    @Test func `pass in the order of its parts`() {
        var deadlines = ExchangeDeadlines(limits, now: .zero)
        deadlines.start(.seconds(1))
        #expect(deadlines.expired(.milliseconds(1999)) == nil)
        #expect(deadlines.expired(.seconds(2)) == .connect)
        deadlines.connect()
        #expect(deadlines.expired(.milliseconds(3999)) == nil)
        #expect(deadlines.expired(.seconds(4)) == .firstByte)
        deadlines.progress(.seconds(3))
        #expect(deadlines.expired(.milliseconds(4999)) == nil)
        #expect(deadlines.expired(.seconds(5)) == .idle)
        deadlines.progress(.seconds(9))
        #expect(deadlines.expired(.seconds(10)) == .total)
    }

    @Test func `stand still while the reader is behind`() {
        var deadlines = ExchangeDeadlines(limits, now: .zero)
        deadlines.start(.zero)
        deadlines.progress(.seconds(1))
        deadlines.pause()
        #expect(deadlines.expired(.seconds(9)) == nil)
        deadlines.resume(.seconds(7))
        #expect(deadlines.expired(.milliseconds(8999)) == nil)
        #expect(deadlines.expired(.seconds(9)) == .idle)
    }

    @Test func `can be without bound`() {
        let limits = Deadlines(connect: nil, firstByte: nil, idle: nil, total: nil)
        var deadlines = ExchangeDeadlines(limits, now: .zero)
        deadlines.start(.zero)
        #expect(deadlines.next == nil)
        deadlines.progress(.zero)
        #expect(deadlines.expired(.seconds(1_000_000)) == nil)
    }
}
