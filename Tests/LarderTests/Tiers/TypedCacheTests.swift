import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct TypedCacheTests {
    private let clock = ManualClock()
    private let tier: DictionaryTier
    private let scores: TypedCache<[String: Int]>

    init() {
        tier = DictionaryTier(time: clock.timeSource)
        scores = TypedCache(tier, time: clock.timeSource)
    }

    @Test func `a value comes back until it is replaced or removed`() async throws {
        #expect(try await scores.value(forKey: "k") == nil)
        for value in [["ada": 36], [:]] {
            try await scores.store(value, forKey: "k")
            #expect(try await scores.value(forKey: "k") == value)
        }
        try await scores.remove(forKey: "k")
        #expect(try await scores.value(forKey: "k") == nil)
    }

    @Test func `a lifetime begins and ends by the clocks given`() async throws {
        try await scores.store(["ada": 36], forKey: "k", lifetime: .seconds(10))
        clock.advance(by: .seconds(9))
        #expect(try await scores.value(forKey: "k") == ["ada": 36])
        clock.advance(by: .seconds(1))
        #expect(try await scores.value(forKey: "k") == nil)
    }

    @Test func `bytes of another type are an error and stay`() async throws {
        try await TypedCache<String>(tier, time: clock.timeSource).store("text", forKey: "k")
        await #expect(throws: DecodingError.self) { try await scores.value(forKey: "k") }
        #expect(tier.keys == ["k"])
    }

    @Test func `a value that cannot be encoded leaves what was there`() async throws {
        let numbers = TypedCache<Double>(tier, time: clock.timeSource)
        try await numbers.store(1.5, forKey: "k")
        await #expect(throws: EncodingError.self) { try await numbers.store(.nan, forKey: "k") }
        #expect(try await numbers.value(forKey: "k") == 1.5)
    }
}
