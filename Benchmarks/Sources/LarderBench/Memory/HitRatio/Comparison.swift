/// Miss ratios of several policies on several traces, and how they compare with the first one's.
struct Comparison {
    private let title: String
    private let policies: [String]
    private var rows: [(name: String, ratios: [Double], hasSizes: Bool)] = []

    init(_ title: String, policies: [String]) {
        self.title = title
        self.policies = policies
    }
}

extension Comparison {
    /// Adds the policies' miss ratios on one trace at one size.
    mutating func add(_ name: String, _ ratios: [Double], hasSizes: Bool) {
        rows.append((name, ratios, hasSizes))
    }

    /// All ratios.
    var table: Table {
        var table = Table(title, columns: ["trace, capacity"] + policies)
        for row in rows { table.add(row.name, row.ratios, digits: 4) }
        return table
    }

    /// How many misses fewer a policy has than the first, in percent: mean and least over the rows.
    func change(
        of policy: String, onlyWithSizes: Bool = false
    ) -> (mean: Double, worst: Double, where: String) {
        guard let column = policies.firstIndex(of: policy) else { return (.nan, .nan, "") }
        let changes = rows.filter { $0.hasSizes || !onlyWithSizes }.map { row in
            (name: row.name, percent: 100 * (row.ratios[0] - row.ratios[column]) / row.ratios[0])
        }
        let worst = changes.min { $0.percent < $1.percent }
        let sum = changes.reduce(0) { $0 + $1.percent }
        return (sum / Double(changes.count), worst?.percent ?? .nan, worst?.name ?? "")
    }

    /// The changes of all policies.
    func changes(_ title: String) -> Table {
        var table = Table(
            title, columns: ["policy", "mean", "mean, with sizes", "worst", "worst at"])
        for policy in policies.dropFirst() {
            let all = change(of: policy)
            let sized = change(of: policy, onlyWithSizes: true)
            table.add(
                policy,
                [
                    .figure(all.mean, digits: 1), .figure(sized.mean, digits: 1),
                    .figure(all.worst, digits: 1), .text(all.where),
                ])
        }
        return table
    }
}
