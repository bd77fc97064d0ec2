/// A part of a bucket's index: the entries whose hashes are spread to it.
struct IndexShard: ~Copyable {
    var table = IndexTable()
    var hits = 0
    var misses = 0
    /// Entries that were dropped because they did not read as written, until their key is
    /// stored or removed: other processes may hold them for whole.
    var lost: [UInt64: IndexPlace] = [:]
}

extension IndexShard {
    /// Makes the table say what the record `item` in `pack` says about its key.
    mutating func apply(_ item: Seal.Item, in pack: UInt32) {
        if !lost.isEmpty { lost[item.hash] = nil }
        if item.kind == .removal {
            table.remove(item.hash)
        } else {
            table.insert(
                item.hash,
                IndexPlace(
                    Address(pack: pack, offset: item.offset), length: item.length,
                    isLarge: item.kind == .large))
        }
    }
}
