/// One cache of each kind.
struct Peers<Key: Hashable & Sendable> {
    let dictionary = DictionaryPeer<Key>()
    let larder: LarderPeer<Key>
    let linked: LinkedPeer<Key>
    let foundation: FoundationPeer<Key>?

    /// Makes caches for `capacity` values of cost 1. `NSCache` may be left out: its store is O(n).
    init(capacity: Int, withFoundation: Bool = true) {
        larder = LarderPeer(capacity: capacity)
        linked = LinkedPeer(capacity: capacity)
        foundation = withFoundation ? FoundationPeer(capacity: capacity) : nil
    }
}

extension Peers {
    /// The contestants' names, the yardstick first.
    enum Name {
        static var dictionary: String { "Mutex<Dictionary>" }
        static var larder: String { "Larder" }
        static var linked: String { "linked LRU" }
        static var foundation: String { "NSCache" }
    }

    /// Makes every cache do `work` once.
    func all(do work: some PeerWork<Key>) {
        _ = work.run(on: dictionary)
        _ = work.run(on: larder)
        _ = work.run(on: linked)
        if let foundation { _ = work.run(on: foundation) }
    }

    /// A contest in which each does the work that `make` makes for its turn. Making is not timed.
    func contest<Work: PeerWork<Key>>(_ make: @escaping (_ name: String) -> Work) -> Contest {
        var contest = Contest(threadTime: true)
        let (dictionary, larder, linked) = (dictionary, larder, linked)
        contest.add(Name.dictionary) {
            make(Name.dictionary)
        } run: {
            $0.run(on: dictionary)
        }
        contest.add(Name.larder) {
            make(Name.larder)
        } run: {
            $0.run(on: larder)
        }
        contest.add(Name.linked) {
            make(Name.linked)
        } run: {
            $0.run(on: linked)
        }
        if let foundation {
            contest.add(Name.foundation) {
                make(Name.foundation)
            } run: {
                $0.run(on: foundation)
            }
        }
        return contest
    }
}
