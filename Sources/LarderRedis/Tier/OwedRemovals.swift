import Larder

/// Removals that the engine has yet to carry out.
///
/// A store or removal that did not get through may leave an older value in the engine. Until that
/// is removed the key is a miss here, so this process never sees older bytes than it stored.
/// Bounded: with too many keys owed, every entry is owed.
struct OwedRemovals {
    /// One key to be removed.
    struct Debt: Equatable {
        let key: String
        /// What was to be stored there, if anything was.
        let version: EntryVersion?
        /// Tells a debt from a later one of the same key.
        fileprivate let number: Int
    }

    let limit: Int

    private var debts: [KeyHash: Debt] = [:]
    private var made = 0
    /// The numbers of the last debt of everything and of the last one that was paid.
    private var everything = 0
    private var paid = 0

    init(limit: Int) {
        self.limit = limit
    }
}

extension OwedRemovals {
    var isEmpty: Bool { debts.isEmpty && !owesEverything }

    var owesEverything: Bool { everything != paid }

    /// The last debt of everything, to be given back when it is paid.
    var everythingNumber: Int { everything }

    var keyCount: Int { debts.count }

    /// Whether the key is a miss for now.
    func contains(_ key: KeyHash) -> Bool {
        !isEmpty && (owesEverything || debts[key] != nil)
    }

    /// What was to be stored under the key, if it is owed for that.
    func version(_ key: KeyHash) -> EntryVersion? { debts[key]?.version }

    mutating func owe(_ key: String, _ hash: KeyHash, insteadOf version: EntryVersion?) {
        made += 1
        debts[hash] = Debt(key: key, version: version, number: made)
        if debts.count > limit { oweEverything() }
    }

    mutating func oweEverything() {
        made += 1
        everything = made
        debts = [:]
    }

    /// Some of what is owed.
    func some(_ count: Int) -> [Debt] { Array(debts.values.prefix(count)) }

    /// The key's value is gone. A debt that was made since stays.
    mutating func pay(_ debt: Debt, _ hash: KeyHash) {
        if debts[hash] == debt { debts[hash] = nil }
    }

    /// A store got through: what was under the key is gone.
    mutating func settle(_ key: KeyHash) {
        debts[key] = nil
    }

    /// Every entry is gone that was there when `number` was the last debt of everything.
    mutating func payEverything(_ number: Int) {
        paid = max(paid, number)
    }
}
