import Testing

@testable import Larder

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `RFC 9111 §4.3 validation, RFC 9110 §13 and §14` {
    @Test(
        arguments: [
            (["ETag": "W/\"x\"", "Last-Modified": date(-9)], ["W/\"x\""], [date(-9)]),
            (["ETag": "unquoted"], ["unquoted"], []), (["Last-Modified": date(-9)], [], [date(-9)]),
            (["ETag": "\"x\"", "Last-Modified": "junk"], ["\"x\""], []),
        ] as [(HTTPFields, [String], [String])])
    func `§4.3.1 validators are sent back verbatim`(
        fields: HTTPFields, tags: [String], dates: [String]
    ) throws {
        let validator = try #require(Validator(stored(fields)))
        #expect(validator.conditionalFields.values("If-None-Match") == tags)
        #expect(validator.conditionalFields.values("If-Modified-Since") == dates)
    }

    @Test func `§4.3.1 without a validator nothing can be asked`() {
        #expect(Validator(stored([:])) == nil)
        #expect(Validator(stored(["Last-Modified": "junk"])) == nil)
    }

    @Test(arguments: ["\"a\u{1}\"", "W/\"a\u{7F}\"", "\"a\n\"", "\"\u{20AC}\""])
    func `§4.3.1 a tag that cannot be sent back is none`(tag: String) {
        #expect(Validator(stored(["ETag": tag])) == nil)
        let dated = Validator(stored(["ETag": tag, "Last-Modified": date(-900)]))
        #expect(dated?.conditionalFields["If-None-Match"] == nil)
        #expect(dated?.conditionalFields["If-Modified-Since"] == date(-900))
    }

    static let rangeConditions: [(HTTPFields, String?)] = [
        (["ETag": "\"x\""], "\"x\""), (["ETag": "W/\"x\""], nil),
        (["ETag": "W/\"x\"", "Last-Modified": date(-900)], nil),
        (["Last-Modified": date(-60)], date(-60)), (["Last-Modified": date(-59)], nil),
    ]

    @Test(arguments: rangeConditions)
    func `RFC 9110 §13.1.5 only strong validators join parts`(
        fields: HTTPFields, expected: String?
    ) throws {
        let validator = try #require(Validator(stored(fields)))
        #expect(validator.rangeCondition == expected)
    }

    @Test(
        arguments: [
            ("\"1\"", [:], true), ("\"1\"", ["ETag": "W/\"1\""], true),
            ("\"1\"", ["ETag": "\"2\""], false), ("W/\"1\"", ["ETag": "\"1\""], true),
        ] as [(String, HTTPFields, Bool)])
    func `§4.3.4 a 304 speaks of what its tag names`(
        tag: String, answer: HTTPFields, isConfirmed: Bool
    ) throws {
        let validator = try #require(Validator(stored(["ETag": tag])))
        #expect(validator.isConfirmed(by: answer) == isConfirmed)
    }

    @Test(
        arguments: [
            (["Last-Modified": date(-9)], [:], true),
            (["Last-Modified": date(-9)], ["Last-Modified": date(-9)], true),
            (["Last-Modified": date(-9)], ["Last-Modified": date(-8)], false),
            (["Last-Modified": date(-9)], ["Last-Modified": "junk"], true),
            (["Last-Modified": date(-9)], ["ETag": "\"1\""], false),
            (["Last-Modified": date(-9)], ["ETag": "\"1\"", "Last-Modified": date(-9)], true),
            (["Last-Modified": date(-9), "ETag": "\"1\""], ["Last-Modified": date(-8)], false),
            (
                ["Last-Modified": date(-9), "ETag": "\"1\""],
                ["Last-Modified": date(-8), "ETag": "\"1\""], true
            ),
            (["ETag": "\"1\""], ["Last-Modified": date(-8)], true),
        ] as [(HTTPFields, HTTPFields, Bool)])
    func `§4.3.4 without a tag a 304 speaks of what its date names`(
        fields: HTTPFields, answer: HTTPFields, isConfirmed: Bool
    ) throws {
        let validator = try #require(Validator(stored(fields)))
        #expect(validator.isConfirmed(by: answer) == isConfirmed)
    }

    @Test(arguments: [
        ("\"1\"", "\"1\"", true, true), ("W/\"1\"", "\"1\"", false, true),
        ("W/\"1\"", "W/\"1\"", false, true), ("\"1\"", "\"2\"", false, false),
        ("w/\"1\"", "W/\"1\"", false, false),
    ])
    func `RFC 9110 §8.8.3.2 comparison of tags`(
        first: String, second: String, strongly: Bool, weakly: Bool
    ) {
        #expect(EntityTag(first).matchesStrongly(EntityTag(second)) == strongly)
        #expect(EntityTag(first).matchesWeakly(EntityTag(second)) == weakly)
    }

    @Test(
        arguments: [
            (["If-None-Match": "\"1\""], true), (["If-None-Match": "W/\"1\""], true),
            (["If-None-Match": "\"2\", \"a,b\", \"1\""], true), (["If-None-Match": "\"2\""], false),
            (["If-None-Match": #""\", "1""#], true), (["If-None-Match": #""1\", "2""#], false),
            (["If-None-Match": "*"], true), (["If-Modified-Since": date(-9)], true),
            (["If-Modified-Since": date(0)], true), (["If-Modified-Since": date(-10)], false),
            (["If-None-Match": "\"2\"", "If-Modified-Since": date(0)], false),
            (["If-None-Match": "\"1\"", "If-Modified-Since": date(-10)], true),
            (["If-Modified-Since": "junk"], false), ([:], false),
        ] as [(HTTPFields, Bool)])
    func `§4.3.2 the client's own condition`(request: HTTPFields, isNotModified: Bool) {
        let response = stored(["ETag": "\"1\"", "Last-Modified": date(-9)])
        let answer = Precondition(request).isAnsweredByNotModified(response)
        #expect(answer == isNotModified)
    }

    @Test(arguments: [
        (#""a\""#, [#""a\""#]), (#""a\", "b""#, [#""a\""#, #""b""#]),
        (#"W/"\\","x,\","y""#, [#"W/"\\""#, #""x,\""#, #""y""#]),
        (#" , "a" ,, W/"b" ,"#, [#""a""#, #"W/"b""#]), ("*", ["*"]),
        (#"bare, "a""#, ["bare", #""a""#]), (#""open, "a"#, [#""open, "a"#]),
        (#""open"#, [#""open"#]), ("", []), (",", []), (#"W/, "a""#, [#""a""#]),
    ])
    func `RFC 9110 §8.8.3 a backslash in a tag is one of its characters`(
        value: String, tags: [String]
    ) {
        #expect(EntityTag.list(value).map(\.rawValue) == tags)
    }

    @Test(
        arguments: [
            ("bytes=0-1", 0..<2), ("bytes=1-", 1..<10), ("bytes=-1", 9..<10), ("bytes=-99", 0..<10),
            ("bytes=5-99", 5..<10), ("bytes=10-", nil), ("bytes=-0", nil), ("BYTES=0-0", 0..<1),
        ] as [(String, Range<Int>?)])
    func `RFC 9110 §14.1.2 byte ranges`(value: String, expected: Range<Int>?) throws {
        #expect(try #require(ByteRange(value)).resolved(in: 10) == expected)
    }

    @Test func `a range made of numbers that mean none has no bytes`() {
        for (first, last) in [(2, 0), (-1, 3), (.max, .min), (.min, .max), (0, -1)] {
            #expect(ByteRange.bytes(first: first, last: last).resolved(in: 10) == nil)
        }
        #expect(ByteRange.bytes(first: 0, last: .max).resolved(in: 10) == 0..<10)
        #expect(ByteRange.suffix(count: .min).resolved(in: 10) == nil)
        #expect(ByteRange.bytes(first: 0, last: nil).resolved(in: 0) == nil)
    }

    @Test(arguments: [
        "", "bytes=", "bytes=-", "bytes=2-1", "bytes=0-1,3-4", "lines=0-1", "bytes=a-b",
        "bytes=0-1 ", "bytes=99999999999999999999-",
    ])
    func `RFC 9110 §14.2 other ranges may be ignored`(value: String) {
        #expect(ByteRange(value) == nil)
    }

    @Test(
        arguments: [
            ("bytes 4-9/10", 4..<10, 10), ("bytes 0-0/*", 0..<1, nil), ("bytes */10", nil, 10),
        ] as [(String, Range<Int>?, Int?)])
    func `RFC 9110 §14.4 content ranges`(value: String, range: Range<Int>?, length: Int?) throws {
        let parsed = try #require(ContentRange(value))
        #expect(parsed == ContentRange(range: range, completeLength: length))
        #expect(parsed.description == value)
    }

    @Test(arguments: [
        "bytes 4-10/10", "bytes 5-4/10", "bytes */*", "bytes 0-1", "0-1/2", "bytes 0-1/2 ",
        "bytes 0-9223372036854775807/*",
    ])
    func `RFC 9110 §14.4 what contradicts itself is no content range`(value: String) {
        #expect(ContentRange(value) == nil)
    }

    @Test(
        arguments: [
            (["Retry-After": "120"], 120.0), (["Retry-After": date(30)], 30),
            (["Retry-After": date(-30)], 0), (["Retry-After": "soon"], nil), ([:], nil),
        ] as [(HTTPFields, Double?)])
    func `RFC 9110 §10.2.3 Retry-After in both forms`(fields: HTTPFields, expected: Double?) {
        let delay = RetryAfter.delay(fields, now: testMoment)
        #expect(delay == expected.map { .seconds($0) })
    }

    @Test func `RFC 9211 the cache's own status`() {
        var status = CacheStatus(isHit: true, timeToLive: .seconds(376))
        #expect(status.description == "Larder; hit; ttl=376")
        status = CacheStatus(forwardReason: .stale, forwardStatus: 304, isCollapsed: true)
        #expect(status.description == "Larder; fwd=stale; fwd-status=304; collapsed")
        status = CacheStatus(forwardReason: .uriMiss, isStored: true, key: "a\"é")
        #expect(status.description == "Larder; fwd=uri-miss; stored; key=\"a\\\"?\"")
        status = CacheStatus(forwardReason: .stale, detail: "timedOut")
        #expect(status.description == "Larder; fwd=stale; detail=timedOut")
        status = CacheStatus(forwardReason: .stale, detail: "no answer; hit")
        #expect(status.description == "Larder; fwd=stale; detail=\"no answer; hit\"")
        status = CacheStatus(isHit: true, timeToLive: .milliseconds(-1))
        #expect(status.description == "Larder; hit; ttl=-1")
    }
}
