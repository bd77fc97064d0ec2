import Testing

@testable import Larder

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `RFC 9110 §5.6.7 dates` {
    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777.0),
        ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
        ("Sun Nov  6 08:49:37 1994", 784_111_777),
        ("Wed Nov 16 08:49:37 1994", 784_975_777),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
        ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000),
        ("THU, 18 AUG 2050 02:01:18 gmt", 2_544_400_878),
        ("Thursday, 18-Aug-50 02:01:18 GMT", 2_544_400_878),
        ("Friday, 18-Aug-77 02:01:18 GMT", 240_717_678),
        ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
    ])
    func `the three forms are read, in any case`(text: String, seconds: Double) {
        let date = HTTPDate(text, now: testMoment)
        #expect(date?.date == Date(timeIntervalSince1970: seconds))
    }

    @Test(arguments: [
        "", "0", "-1", "Thu, 18 Aug 2050 02:01:18 UTC", "Thu, 18 Aug 2050 02:01:18 AEST",
        "Thu, 18 Aug 50 02:01:18 GMT", "Thu 18 Aug 2050 02:01:18 GMT",
        "Thu, 18  Aug  2050 02:01:18 GMT", "Thu, 18-Aug-2050 02:01:18 GMT",
        "Thu, 18 Aug 2050 02.01.18 GMT", "Thu, 18 Aug 2050 2:01:18 GMT",
        "Thu, 18 Aug 2050 24:00:00 GMT", "Thu, 00 Aug 2050 02:01:18 GMT",
        "Wed, 29 Feb 2023 02:01:18 GMT", "Thu, 31 Apr 2020 02:01:18 GMT",
        "Thu, 18 Aug 2050 02:01:18 GMT ", "Thu, 18 Aug 2050 02:01:18", "Thu, 18 Aug",
        "Thu, 18 Aug 2050 02:01:18 GMT, Thu, 18 Aug 2050 02:01:18 GMT", "2050-08-18T02:01:18Z",
        "Thu, 18 Aüg 2050 02:01:18 GMT", "Thu Aug 8 02:01:18 2050",
    ])
    func `anything else is no date`(text: String) {
        #expect(HTTPDate(text, now: testMoment) == nil)
    }

    @Test func `what is written is read back`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let moment = Double(Int.random(in: -62_167_219_200...253_402_300_799, using: &random))
            let written = HTTPDate(Date(timeIntervalSince1970: moment))
            #expect(HTTPDate(written.description, now: testMoment) == written)
        }
    }

    @Test func `the form to send is the first`() {
        let date = HTTPDate(Date(timeIntervalSince1970: 784_111_777.9))
        #expect(date.description == "Sun, 06 Nov 1994 08:49:37 GMT")
    }
}
