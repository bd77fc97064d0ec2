import Testing

@testable import LarderCLI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct CachePlaceTests {
    @Test(arguments: [
        (["LARDER_CACHE": "/c"], "/c"), (["LARDER_CACHE": "", "HOME": "/h"], "/h/.cache/larder"),
        (["XDG_CACHE_HOME": "/x", "HOME": "/h"], "/x/larder"),
        (["XDG_CACHE_HOME": "x", "HOME": "/h"], "/h/.cache/larder"),
    ])
    func `the environment says where the cache is`(
        environment: [String: String], path: String
    ) throws {
        let place = try CachePlace(Command.list.parse([]), variable: { environment[$0] })
        #expect(place.url.path(percentEncoded: false) == path + "/")
    }

    @Test(arguments: [[:], ["HOME": ""], ["XDG_CACHE_HOME": "x"]])
    func `without a home the place must be named`(environment: [String: String]) throws {
        let error = #expect(throws: UsageError.self) {
            try CachePlace(Command.list.parse([]), variable: { environment[$0] })
        }
        #expect(error?.message.contains("--cache DIR") == true)
    }

    @Test func `an option says it with more weight, and cannot be empty`() throws {
        let environment = ["LARDER_CACHE": "/c"]
        let place = try CachePlace(
            Command.list.parse(["--cache", "/o"]), variable: { environment[$0] })
        #expect(place.url.path(percentEncoded: false) == "/o/")
        #expect(throws: UsageError.self) {
            try CachePlace(Command.list.parse(["--cache", ""]), variable: { environment[$0] })
        }
    }
}
