/// Work on many things at a time.
enum Gathering {
    /// Does `work` for each of `items`, at most `limit` at a time, and hands each result to
    /// `handle` as it comes, one after the other.
    static func each<Item: Sendable, Result: Sendable>(
        _ items: [Item], atMost limit: Int,
        work: @escaping @Sendable (Item) async throws -> Result,
        handle: (Result) throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Result.self) { group in
            var rest = items.makeIterator()
            for _ in 0..<limit {
                guard let item = rest.next() else { break }
                group.addTask { try await work(item) }
            }
            while let result = try await group.next() {
                try handle(result)
                if let item = rest.next() { group.addTask { try await work(item) } }
            }
        }
    }
}
