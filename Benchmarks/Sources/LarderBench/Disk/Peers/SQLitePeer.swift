#if canImport(CSQLite)
import CSQLite
import Foundation

/// SQLite with a write-ahead log and a transaction a store; it leaves flushing to the system, as
/// the others do.
final class SQLitePeer: DiskPeer {
    private let keys: [String]
    private let folder: ScratchFolder
    private var database: OpaquePointer?
    private var insertion: OpaquePointer?
    private var selection: OpaquePointer?

    init(keys: [String]) throws {
        self.keys = keys
        folder = try ScratchFolder()
        try check(sqlite3_open(folder.path("entries.db"), &database))
        let setup = """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;
            CREATE TABLE entries (key TEXT PRIMARY KEY, value BLOB);
            """
        try check(sqlite3_exec(database, setup, nil, nil, nil))
        insertion = try prepared("INSERT OR REPLACE INTO entries VALUES (?, ?)")
        selection = try prepared("SELECT value FROM entries WHERE key = ?")
    }

    deinit {
        sqlite3_finalize(insertion)
        sqlite3_finalize(selection)
        sqlite3_close(database)
    }

    func store(_ bytes: Data, as number: Int) throws {
        try withKey(number, in: insertion) {
            try bytes.withUnsafeBytes { bytes in
                try check(
                    sqlite3_bind_blob(insertion, 2, bytes.baseAddress, Int32(bytes.count), nil))
                guard sqlite3_step(insertion) == SQLITE_DONE else { throw failure }
            }
        }
    }

    func look(up number: Int) throws -> Int {
        try withKey(number, in: selection) {
            guard sqlite3_step(selection) == SQLITE_ROW,
                let bytes = sqlite3_column_blob(selection, 0)
            else { throw failure }
            return Data(bytes: bytes, count: Int(sqlite3_column_bytes(selection, 0))).count
        }
    }

    /// Binds the key, which stays where it is until `body` has returned.
    private func withKey<Result>(
        _ number: Int, in statement: OpaquePointer?, _ body: () throws -> Result
    ) throws -> Result {
        var text = keys[number]
        return try text.withUTF8 { bytes in
            defer { sqlite3_reset(statement) }
            return try bytes.withMemoryRebound(to: CChar.self) { bytes in
                try check(
                    sqlite3_bind_text(statement, 1, bytes.baseAddress, Int32(bytes.count), nil))
                return try body()
            }
        }
    }

    private func prepared(_ text: String) throws -> OpaquePointer? {
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v2(database, text, -1, &statement, nil))
        return statement
    }

    private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw failure }
    }

    private var failure: PeerFailure {
        PeerFailure("SQLite: " + String(cString: sqlite3_errmsg(database)))
    }
}
#endif
