import LarderTesting

extension SeededGenerator {
    /// A number below `limit`, small ones more often.
    mutating func skewed(below limit: Int) -> Int {
        let first = Int.random(in: 0..<limit, using: &self)
        return Int.random(in: 0...first, using: &self)
    }
}
