import Foundation

/// A store of bytes on disk, as the contests use it: entries are told by their number, and whoever
/// needs keys has them beforehand, 60 bytes long, as a picture's URL commonly is.
///
/// Whatever it stores survives the death of the process and not a loss of power, as `DiskCache`
/// does unless asked for more.
protocol DiskPeer: AnyObject, SendableMetatype {
    /// Stores `bytes` as an entry that is not there yet.
    func store(_ bytes: Data, as number: Int) throws

    /// Looks entry `number` up, copies its bytes into freshly allocated memory and returns their
    /// count.
    func look(up number: Int) throws -> Int
}

extension DiskPeer {
    func storeAll(_ count: Int, _ bytes: Data) throws -> Int {
        for number in 0..<count { try store(bytes, as: number) }
        return count
    }

    func lookAllUp(_ numbers: [Int], size: Int) throws -> Int {
        for number in numbers {
            guard try look(up: number) == size else { throw PeerFailure("\(number) is not there") }
        }
        return numbers.count
    }
}

/// A peer that does not do what was asked.
struct PeerFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
