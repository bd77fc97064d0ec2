import Synchronization

/// Making room: how far the hand goes.
///
/// A large entry's file goes once the hand's step past it is published. It counts as gone already
/// where it is decided how far to go, and is gone before what it makes room for is written.
extension LogSession {
    /// Moves the hand on until `growth` more bytes may be in use. Returns `false` when they do
    /// not fit even in an empty log.
    ///
    /// The hand may carry on or drop what is about to be replaced.
    func makeRoom(for growth: () -> Int) throws -> Bool {
        guard let room else {
            log.appended.add(growth(), ordering: .relaxed)
            return true
        }
        let slack = packSize + 2 * Layout.block
        var budget = 8 * growth() + (16 << 10)
        func fits(_ wanted: Int) -> Bool {
            wanted <= room && wanted - passedBytes <= room - slack
        }
        while true {
            let wanted = bytesInUse + growth()
            if fits(wanted) { return true }
            if doomedBytes > 0, isAtEnd || fits(wanted - doomedBytes) {
                try publish()
            } else if isAtEnd {
                guard try startOver() else { return wanted <= room }
            } else {
                budget -= try step(copying: budget > 0 ? .read : .nothing)
            }
        }
    }

    /// Moves the hand on until no more than `limit` bytes are in use, or nothing is left.
    ///
    /// What was not read goes, the oldest first, until the rest fits. A pack's space comes back
    /// when the hand has left it, so the rest of its pack is then carried on.
    func trim(to limit: Int) throws {
        // Who reads on and on what was carried on does not keep it for ever.
        var budget = try log.logBytes()
        var leaving: UInt32?
        while bytesInUse > limit {
            let kept = bytesInUse - doomedBytes
            if doomedBytes > 0, isAtEnd || kept <= limit {
                try publish()
            } else if isAtEnd {
                guard try startOver() else { break }
            } else if leaving == hand.pack
                || kept - passedInPack + growthOfRoll + 2 * Layout.block <= limit
            {
                leaving = hand.pack
                if hand.pack == end.pack { try roll(isSealing: true) }
                _ = try step(copying: .live)
            } else {
                budget -= try step(copying: budget > 0 ? .read : .nothing)
            }
        }
        try giveBackAhead()
    }

    /// Gives the directory another capacity: `word`, 0 for none. What it does not have room for
    /// goes while there is the room of the old one to carry on the rest.
    func changeCapacity(_ word: UInt64) throws {
        if word > 0 {
            nextCapacity = Int(word)
            try trim(to: Int(word) - ahead - packSize - 2 * Layout.block)
            try publish()
        }
        log.control.set(.capacity, word)
    }

    /// Whether nothing is before the hand, published or not.
    private var isAtEnd: Bool { hand >= publishedEnd && end == publishedEnd }

    /// What is behind the hand in its pack, and goes with the pack.
    private var passedBytes: Int { hand.pack < end.pack ? passedInPack : 0 }

    private var passedInPack: Int { hand.offset & ~(Layout.block - 1) }

    /// With nothing left in the log, lets the head's pack go too. Returns whether that helped.
    private func startOver() throws(Errno) -> Bool {
        guard end.offset > PackHeader.size + 4 * Layout.block else { return false }
        try roll(isSealing: false)
        moveHand(to: end)
        try publish()
        return true
    }
}
