import Testing

@testable import Larder

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `RFC 9111 §4.2 freshness` {
    let now = testMoment

    @Test(
        arguments: [
            (["Cache-Control": "max-age=60"], 60.0), ([:], 0),
            (["Cache-Control": "max-age=3600", "Expires": date(-100)], 3600),
            (["Cache-Control": "max-age=0", "Expires": date(100)], 0),
            (["Expires": date(100)], 100), (["Expires": "0"], 0), (["Expires": "-1"], 0),
            (["Expires": "Thu, 18 Aug 2050 02:01:18 UTC"], 0), (["Expires": date(-5)], 0),
            (["Cache-Control": "s-maxage=3600, max-age=1"], 1),
            (["Cache-Control": "s-maxage=3600"], 0), (["Cache-Control": "max-age=3600a"], 0),
            (["Cache-Control": "max-age=x", "Expires": date(100)], 0),
            (["Cache-Control": "private, max-age=9"], 9), (["Cache-Control": "immutable"], 0),
            (["Expires": date(100), "Date": date(50)], 50),
        ] as [(HTTPFields, Double)])
    func `§4.2.1 what the origin states is the lifetime`(fields: HTTPFields, seconds: Double) {
        #expect(stored(fields).freshnessLifetime().duration == .seconds(seconds))
    }

    @Test func `§5.3 two Expires lines are stale`() {
        let fields: HTTPFields = ["Expires": date(100), "expires": date(100)]
        #expect(stored(fields).freshnessLifetime().duration == .zero)
    }

    @Test(
        arguments: [
            (["Cache-Control": "s-maxage=3600, max-age=1"], 3600.0),
            (["Cache-Control": "s-maxage=3600"], 3600), (["Cache-Control": "s-maxage=x"], 0),
            (["Cache-Control": "max-age=9"], 9),
        ] as [(HTTPFields, Double)])
    func `§5.2.2.10 shared caches look at s-maxage first`(fields: HTTPFields, seconds: Double) {
        #expect(stored(fields).freshnessLifetime(in: .shared).duration == .seconds(seconds))
    }

    @Test(
        arguments: [
            (["Last-Modified": date(-1000)], 200, 100.0), (["Last-Modified": date(-20)], 200, 2),
            (["Last-Modified": date(-1000), "Expires": "0"], 200, 0),
            (["Last-Modified": date(-1000), "Cache-Control": "max-age=a"], 200, 0),
            (["Last-Modified": date(-1000), "Cache-Control": "s-maxage=9"], 200, 0),
            (["Last-Modified": date(1000)], 200, 0), (["Last-Modified": "yesterday"], 200, 0),
            (["Last-Modified": date(-1000)], 404, 100), (["Last-Modified": date(-1000)], 301, 100),
            (["Last-Modified": date(-1000)], 302, 0), (["Last-Modified": date(-1000)], 500, 0),
            (["Last-Modified": date(-1000)], 403, 0),
            (["Last-Modified": date(-1000), "Cache-Control": "public"], 403, 100),
            (["Last-Modified": date(-1e9)], 200, 604_800),
        ] as [(HTTPFields, Int, Double)])
    func `§4.2.2 a guess only without a statement`(
        fields: HTTPFields, status: Int, seconds: Double
    ) {
        let lifetime = stored(fields, status: status).freshnessLifetime()
        #expect(lifetime.duration == .seconds(seconds))
    }

    @Test(
        arguments: [
            ([:], 0.0, 10.0, 10.0), (["Age": "30"], 0, 10, 40), (["Age": "30"], 5, 10, 45),
            (["Age": "abc"], 0, 10, 10), (["Age": "-7200"], 0, 10, 10),
            (["Age": "72.0"], 0, 10, 10),
            (["Age": "7200, 0"], 0, 0, 7200), (["Age": "0, 7200"], 0, 0, 0),
            (["Date": date(-100)], 0, 10, 110), (["Date": date(86_400)], 0, 3, 3),
            (["Date": date(-100), "Age": "30"], 5, 0, 100), ([:], 5, 0, 5),
            (["Date": "no date"], 0, 4, 4),
        ] as [(HTTPFields, Double, Double, Double)])
    func `§4.2.3 age`(fields: HTTPFields, delay: Double, held: Double, expected: Double) {
        let response = stored(fields, delay: delay)
        #expect(response.age(at: now.addingTimeInterval(held)) == .seconds(expected))
    }

    @Test(arguments: [
        (0.0, Freshness.fresh(remaining: .seconds(60))), (59, .fresh(remaining: .seconds(1))),
        (60, .stale(by: .zero)), (61, .stale(by: .seconds(1))), (-1, .unknown),
    ])
    func `§4.2 fresh while the age is less than the lifetime`(
        held: Double, expected: Freshness
    ) {
        let response = stored(["Cache-Control": "max-age=60"])
        #expect(response.freshness(at: now.addingTimeInterval(held)) == expected)
    }

    @Test(arguments: [
        ("max-age=1, stale-while-revalidate=3600", 30.0, true),
        ("max-age=1, stale-while-revalidate=1", 2, true),
        ("max-age=1, stale-while-revalidate=1", 3, false), ("max-age=1", 2, false),
        ("max-age=1, stale-while-revalidate=3600, must-revalidate", 2, false),
        ("max-age=1, stale-while-revalidate=3600, no-cache", 2, false),
        ("max-age=1, stale-while-revalidate=x", 2, false),
        ("max-age=1, stale-while-revalidate=3600", -1, false),
    ])
    func `RFC 5861 §3 stale while revalidating`(control: String, held: Double, isAllowed: Bool) {
        let moment = now.addingTimeInterval(held)
        let response = stored(["Cache-Control": control])
        #expect(response.mayServeWhileRevalidating(at: moment) == isAllowed)
    }

    @Test(arguments: [
        ("max-age=1, stale-if-error=60", "", 30.0, true),
        ("max-age=1, stale-if-error=1", "", 3, false),
        ("max-age=1", "stale-if-error=60", 3, true),
        ("max-age=1, must-revalidate", "stale-if-error=60", 3, false),
        ("max-age=1, stale-if-error=60, no-cache", "", 3, false), ("max-age=1", "", 3, false),
    ])
    func `RFC 5861 §4 stale if error`(
        response: String, request: String, held: Double, isAllowed: Bool
    ) {
        let moment = now.addingTimeInterval(held)
        let stored = stored(["Cache-Control": response])
        #expect(stored.mayServeOnError(to: CacheControl(request), at: moment) == isAllowed)
    }

    @Test(arguments: [
        ("max-age=1", true), ("max-age=1, must-revalidate", false), ("no-cache", false),
        ("max-age=1, stale-if-error=1", false), ("max-age=1, proxy-revalidate", true),
    ])
    func `§4.2.4 stale while disconnected`(control: String, isAllowed: Bool) {
        let moment = now.addingTimeInterval(10)
        let response = stored(["Cache-Control": control])
        #expect(response.mayServeDisconnected(at: moment) == isAllowed)
    }
}
