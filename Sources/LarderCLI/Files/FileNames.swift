/// Names for the files of one folder, no two of them alike.
struct FileNames {
    /// Those given out, in lower case: some file systems ignore case.
    private var taken: Set<String>
    /// By a name that was wanted again, the number to try next: however many want it, each costs
    /// the same.
    private var numbers: [String: Int] = [:]

    init(taken: String...) {
        self.taken = Set(taken.map { $0.lowercased() })
    }
}

extension FileNames {
    /// `name`, or `name` with the first number before its ending that is not yet taken.
    mutating func unique(_ name: String) -> String {
        let lower = name.lowercased()
        if taken.insert(lower).inserted { return name }
        let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
        var number = numbers[lower] ?? 2
        while true {
            let candidate = "\(stem)-\(number)\(name[stem.endIndex...])"
            number += 1
            guard taken.insert(candidate.lowercased()).inserted else { continue }
            numbers[lower] = number
            return candidate
        }
    }
}
