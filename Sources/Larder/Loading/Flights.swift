/// The exchanges in progress, and how many callers each has.
///
/// Pure bookkeeping: it decides, its owner acts. It never suspends and never calls out, so it
/// may run under a lock and be tested call by call.
///
/// A flight is *open* as long as a new caller may share it, and in progress until it is
/// finished. One that was cancelled may finish after another took its key; its name no longer
/// matches, so it harms nobody.
struct Flights<Key: Hashable> {
    /// Names a flight. Never used twice.
    typealias ID = Int

    enum Join: Equatable {
        case start(ID)
        case share(ID)
    }

    enum Leave: Equatable {
        case othersRemain
        case cancel
        case alreadyFinished
    }

    private struct Flight {
        let key: Key
        var callers: Int
    }

    private var flights: [ID: Flight] = [:]
    private var open: [Key: ID] = [:]
    private var nextID = 0
}

extension Flights {
    /// Adds a caller to the open flight under `key`, or starts one.
    mutating func join(_ key: Key) -> Join {
        if let id = open[key] {
            flights[id]?.callers += 1
            return .share(id)
        }
        nextID += 1
        flights[nextID] = Flight(key: key, callers: 1)
        open[key] = nextID
        return .start(nextID)
    }

    /// Whether a new caller would share a flight under `key`.
    func isOpen(_ key: Key) -> Bool { open[key] != nil }

    /// Takes a caller off flight `id`. The last to leave cancels it.
    mutating func leave(_ id: ID) -> Leave {
        guard let flight = flights[id] else { return .alreadyFinished }
        guard flight.callers == 1 else {
            flights[id]?.callers -= 1
            return .othersRemain
        }
        finish(id)
        return .cancel
    }

    /// Lets no new caller share flight `id`.
    mutating func close(_ id: ID) {
        if let flight = flights[id] { close(flight.key, of: id) }
    }

    private mutating func close(_ key: Key, of id: ID) {
        guard let place = open.index(forKey: key), open[place].value == id else { return }
        open.remove(at: place)
    }

    /// Ends flight `id`.
    mutating func finish(_ id: ID) {
        if let flight = flights.removeValue(forKey: id) { close(flight.key, of: id) }
    }

    /// The flights in progress whose key is as wanted.
    func all(where isWanted: (Key) -> Bool) -> [ID] {
        flights.filter { isWanted($0.value.key) }.map(\.key)
    }

    /// How many flights are in progress.
    var count: Int { flights.count }

    /// How many callers flight `id` has.
    func callers(of id: ID) -> Int { flights[id]?.callers ?? 0 }

    /// Traps when an open flight is not in progress; for tests.
    func checkInvariants() {
        for (key, id) in open {
            precondition(flights[id]?.key == key, "An open flight is not in progress.")
        }
        precondition(flights.values.allSatisfy { $0.callers > 0 }, "A flight without callers.")
    }
}
