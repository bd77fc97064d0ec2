extension OlderFolder {
    /// A list longer than this is none that an app wrote.
    private static var listLimit: ByteCount { .mebibytes(16) }

    /// The flat property list under `name`.
    ///
    /// - Throws: ``OlderCacheError`` with ``OlderCacheError/Code/list`` when there is none.
    func propertyList(named name: String) throws -> [String: String] {
        guard case .file(let file) = try read(name, limit: Self.listLimit) else {
            throw OlderCacheError(
                .list, "\(path) has no readable \(name). Give the folder that holds it.")
        }
        guard let list = FlatPropertyList.decode(file.bytes) else {
            throw OlderCacheError(
                .list, "\(name) in \(path) is no property list of texts; it may be damaged.")
        }
        return list
    }
}
