import Larder

/// The pictures that are being made, and who waits for each.
///
/// Pure bookkeeping: it decides, its owner acts. It never suspends and never calls out, so it
/// may run under a lock and be tested call by call.
///
/// A flight ends when it is finished or when its last waiter has left. One that was left may
/// still finish after another took its key; its name no longer matches, so it answers nobody.
struct PictureFlights<Key: Hashable, Waiter> {
    /// Names a flight. Never used twice.
    typealias ID = Int
    /// Names a waiter.
    typealias WaiterID = Int

    private struct Flight {
        let id: ID
        var waiters: [WaiterID: Waiter] = [:]
        var priority: LoadPriority
        var keeps = false
    }

    private var flights: [Key: Flight] = [:]
    private var lastID = 0
}

extension PictureFlights {
    enum Join: Equatable {
        case start(ID)
        case wait
        /// The flight is under way; the newcomer is in more of a hurry.
        case raise(ID, LoadPriority)
    }

    enum Leave {
        case othersRemain(Waiter)
        case cancel(ID, Waiter)
        case alreadyFinished
    }

    /// Adds a waiter to the flight under `key`, or starts one.
    ///
    /// - Parameter keeps: Whether the waiter wants the outcome to be kept.
    /// - Returns: What is to be done, and the waiter's name.
    mutating func join(
        _ key: Key, _ waiter: Waiter, priority: LoadPriority, keeps: Bool
    ) -> (Join, WaiterID) {
        lastID += 1
        let waiterID = lastID
        var join = Join.wait
        var flight: Flight
        if let running = flights[key] {
            flight = running
            if flight.priority < priority { join = .raise(flight.id, priority) }
        } else {
            lastID += 1
            flight = Flight(id: lastID, priority: priority)
            join = .start(lastID)
        }
        flight.waiters[waiterID] = waiter
        flight.priority = max(flight.priority, priority)
        flight.keeps = flight.keeps || keeps
        flights[key] = flight
        return (join, waiterID)
    }

    /// Makes the flight under `key` as urgent as `priority`. Returns its name if it was less so.
    mutating func raise(_ key: Key, to priority: LoadPriority) -> ID? {
        guard let flight = flights[key], flight.priority < priority else { return nil }
        flights[key]?.priority = priority
        return flight.id
    }

    /// Takes a waiter off the flight under `key`. The last to leave cancels it.
    mutating func leave(_ key: Key, _ waiterID: WaiterID) -> Leave {
        guard var flight = flights[key], let waiter = flight.waiters.removeValue(forKey: waiterID)
        else { return .alreadyFinished }
        guard flight.waiters.isEmpty else {
            flights[key] = flight
            return .othersRemain(waiter)
        }
        flights[key] = nil
        return .cancel(flight.id, waiter)
    }

    /// Ends flight `id` and hands back everyone who still waits for it.
    mutating func finish(_ key: Key, _ id: ID) -> [Waiter] {
        guard let flight = flights[key], flight.id == id else { return [] }
        flights[key] = nil
        return Array(flight.waiters.values)
    }
}

extension PictureFlights {
    /// Who waits for flight `id`, how urgent it is and whether its outcome is wanted for keeps;
    /// `nil` when it has ended.
    func state(
        _ key: Key, _ id: ID
    ) -> (waiters: [Waiter], priority: LoadPriority, keeps: Bool)? {
        guard let flight = flights[key], flight.id == id else { return nil }
        return (Array(flight.waiters.values), flight.priority, flight.keeps)
    }

    /// How many flights are under way.
    var count: Int { flights.count }
}
