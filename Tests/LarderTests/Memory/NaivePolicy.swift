@testable import Larder

/// Algorithm B of the eviction study written down word by word, on plain arrays.
///
/// Slow and short: what ``EvictionPolicy`` must agree with on every request.
struct NaivePolicy {
    let capacity: Int
    private(set) var probation: [Entry] = []
    private(set) var main: [[Entry]] = Array(repeating: [], count: 32)
    private var leftProbation: [Ghost?] = []
    private var leftMain: [Ghost?] = []
    private var share = 0.1
    private var inserted = 0
    private var inflation = Priority()

    struct Entry {
        let key: Int
        let cost: Int
        var uses: UInt8
        var usesOnEntry: UInt8 = 0
        var stamp = 0
        var priority = Priority()
    }

    struct Ghost {
        let key: Int
        let cost: Int
    }

    init(capacity: Int) {
        self.capacity = capacity
    }
}

extension NaivePolicy {
    var residents: Set<Int> { Set((probation + main.joined()).map(\.key)) }

    private var bytes: Int { (probation + main.joined()).reduce(0) { $0 + $1.cost } }

    mutating func request(_ key: Int, cost: Int) -> Bool {
        if let index = probation.firstIndex(where: { $0.key == key }) {
            let window = Int(share * Double(capacity) * 0.3)
            defer { probation[index].stamp = inserted }
            if inserted - probation[index].stamp < window { return true }
            probation[index].uses = min(probation[index].uses + 1, 7)
            return true
        }
        for number in main.indices {
            guard let index = main[number].firstIndex(where: { $0.key == key }) else { continue }
            main[number][index].uses = min(main[number][index].uses + 1, 7)
            return true
        }
        insert(key, cost: cost)
        return false
    }

    private mutating func insert(_ key: Int, cost: Int) {
        if cost > max(capacity / 2, 1) { return }
        let wasThere = adapt(key, cost: cost)
        while bytes + cost > capacity {
            let target = Int(share * Double(capacity))
            let onProbation = probation.reduce(0) { $0 + $1.cost } + (wasThere ? 0 : cost)
            let isOver = onProbation > target || main.allSatisfy(\.isEmpty)
            if isOver, !probation.isEmpty { evictProbation() } else { evictMain() }
        }
        let stamp = inserted
        inserted += cost
        if wasThere {
            enterMain(Entry(key: key, cost: cost, uses: 1))
        } else {
            probation.append(Entry(key: key, cost: cost, uses: 0, stamp: stamp))
        }
    }

    /// Whether `key` is among the ghosts. Moves the share accordingly.
    private mutating func adapt(_ key: Int, cost: Int) -> Bool {
        let fromProbation = Double(leftProbation.reduce(0) { $0 + ($1?.cost ?? 0) })
        let fromMain = Double(leftMain.reduce(0) { $0 + ($1?.cost ?? 0) })
        var step = 0.0
        if let index = leftProbation.firstIndex(where: { $0?.key == key }) {
            leftProbation[index] = nil
            step = Double(cost) * min(max(fromMain / fromProbation, 1), 8)
        } else if let index = leftMain.firstIndex(where: { $0?.key == key }) {
            leftMain[index] = nil
            step = -Double(cost) * min(max(fromProbation / fromMain, 1), 8)
        } else {
            return false
        }
        share = min(max(share + step / Double(capacity), 0.05), 0.98)
        return true
    }

    private mutating func evictProbation() {
        let tail = probation.removeFirst()
        if tail.uses >= 1 {
            enterMain(tail)
        } else {
            remember(tail, in: &leftProbation)
        }
    }

    private mutating func evictMain() {
        var best: Int?
        for number in main.indices {
            guard let tail = main[number].first else { continue }
            if let best, main[best][0].priority <= tail.priority { continue }
            best = number
        }
        guard let best else { return }
        var tail = main[best].removeFirst()
        if tail.uses > tail.usesOnEntry {
            tail.uses = (tail.uses + 1) / 2
            enterMain(tail)
        } else {
            inflation = max(inflation, tail.priority)
            remember(tail, in: &leftMain)
        }
    }

    private mutating func enterMain(_ entry: Entry) {
        var entry = entry
        entry.usesOnEntry = entry.uses
        entry.priority = inflation.raised(uses: entry.uses, cost: entry.cost)
        var octave = 0
        while entry.cost >> (octave + 1) > 0 { octave += 1 }
        main[min(octave / 2, 15) + (entry.uses > 2 ? 16 : 0)].append(entry)
    }

    private func remember(_ entry: Entry, in ghosts: inout [Ghost?]) {
        while ghosts.count >= max(residents.count, 32) { ghosts.removeFirst() }
        ghosts.append(Ghost(key: entry.key, cost: entry.cost))
    }
}
