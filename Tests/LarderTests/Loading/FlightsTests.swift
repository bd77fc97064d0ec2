import LarderTesting
import Testing

@testable import Larder

@Suite struct `Flights in progress` {
    @Test func `a load that was abandoned cannot answer its successor`() {
        var flights = Flights<String>()
        #expect(flights.join("logo") == .start(1))
        #expect(flights.leave(1) == .cancel)
        #expect(flights.join("logo") == .start(2))
        flights.finish(1)
        #expect(flights.join("logo") == .share(2))
    }

    @Test func `the last caller to leave cancels, no one before`() {
        var flights = Flights<String>()
        _ = flights.join("logo")
        #expect(flights.join("logo") == .share(1))
        #expect(flights.leave(1) == .othersRemain)
        #expect(flights.leave(1) == .cancel)
        #expect(flights.leave(1) == .alreadyFinished)
        #expect(flights.count == 0)
    }

    @Test func `a closed flight goes on without new callers`() {
        var flights = Flights<String>()
        _ = flights.join("logo")
        flights.close(1)
        #expect(!flights.isOpen("logo"))
        #expect(flights.join("logo") == .start(2))
        #expect(flights.callers(of: 1) == 1)
        flights.finish(1)
        #expect(flights.leave(1) == .alreadyFinished)
        #expect(flights.join("logo") == .share(2))
    }

    @Test func `ten thousand random steps agree with a plain model`() {
        for seed in 0..<10 {
            var model = FlightsModel(seed: UInt64(seed))
            for _ in 0..<1000 { model.step() }
        }
    }
}

/// The same by the plainest means: a list of flights with a list of callers each.
private struct FlightsModel {
    private struct Flight {
        let id: Int
        let key: Int
        var callers: [Int]
        var isOpen = true
    }

    private var flights = Flights<Int>()
    private var plain: [Flight] = []
    private var callers: [Int: Int] = [:]
    private var nextCaller = 0
    private var nextID = 0
    private var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func step() {
        switch Int.random(in: 0..<8, using: &random) {
        case 0..<4: join(Int.random(in: 0..<3, using: &random))
        case 4..<6:
            if let caller = callers.keys.sorted().randomElement(using: &random) { leave(caller) }
        case 6: if let id = anyFlight() { close(id) }
        default: if let id = anyFlight() { finish(id) }
        }
        flights.checkInvariants()
        #expect(flights.count == plain.count)
        for flight in plain { #expect(flights.callers(of: flight.id) == flight.callers.count) }
        for key in 0..<3 {
            #expect(flights.isOpen(key) == plain.contains { $0.key == key && $0.isOpen })
        }
    }

    private mutating func anyFlight() -> Int? { plain.map(\.id).randomElement(using: &random) }

    private mutating func join(_ key: Int) {
        nextCaller += 1
        if let index = plain.firstIndex(where: { $0.key == key && $0.isOpen }) {
            plain[index].callers.append(nextCaller)
            callers[nextCaller] = plain[index].id
            #expect(flights.join(key) == .share(plain[index].id))
        } else {
            nextID += 1
            plain.append(Flight(id: nextID, key: key, callers: [nextCaller]))
            callers[nextCaller] = nextID
            #expect(flights.join(key) == .start(nextID))
        }
    }

    private mutating func leave(_ caller: Int) {
        guard let id = callers.removeValue(forKey: caller) else { return }
        guard let index = plain.firstIndex(where: { $0.id == id }) else {
            #expect(flights.leave(id) == .alreadyFinished)
            return
        }
        plain[index].callers.removeAll { $0 == caller }
        let isLast = plain[index].callers.isEmpty
        if isLast { plain.remove(at: index) }
        #expect(flights.leave(id) == (isLast ? .cancel : .othersRemain))
    }

    private mutating func close(_ id: Int) {
        if let index = plain.firstIndex(where: { $0.id == id }) { plain[index].isOpen = false }
        flights.close(id)
    }

    private mutating func finish(_ id: Int) {
        plain.removeAll { $0.id == id }
        flights.finish(id)
    }
}
