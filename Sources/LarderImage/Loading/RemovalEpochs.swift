/// Tells whether anything was removed under a key since one last looked.
///
/// Keys share counters, so that their number does not grow: a removal under another key may look
/// like one under this, never the other way round.
struct RemovalEpochs {
    private var counters = [Int](repeating: 0, count: 256)
    private var all = 0

    /// Another number after each removal that concerns `key`.
    func epoch(of key: String) -> Int { counters[place(of: key)] &+ all }

    /// Notes a removal under `key`.
    mutating func advance(_ key: String) { counters[place(of: key)] &+= 1 }

    /// Notes a removal under every key.
    mutating func advanceAll() { all &+= 1 }

    private func place(of key: String) -> Int {
        Int(truncatingIfNeeded: UInt(bitPattern: key.hashValue) % UInt(counters.count))
    }
}
