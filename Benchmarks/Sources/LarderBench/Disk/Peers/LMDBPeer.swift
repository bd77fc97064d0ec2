#if canImport(CLMDB)
import CLMDB
import Foundation

/// LMDB, a transaction a store; it leaves flushing to the system, as the others do.
final class LMDBPeer: DiskPeer {
    private let keys: [String]
    private let folder: ScratchFolder
    private var environment: OpaquePointer?
    private var reading: OpaquePointer?
    private var database: MDB_dbi = 0

    init(keys: [String]) throws {
        self.keys = keys
        folder = try ScratchFolder()
        try check(mdb_env_create(&environment))
        try check(mdb_env_set_mapsize(environment, 2 << 30))
        try check(mdb_env_open(environment, folder.url.path, UInt32(MDB_NOSYNC), 0o600))
        var transaction: OpaquePointer?
        try check(mdb_txn_begin(environment, nil, 0, &transaction))
        try check(mdb_dbi_open(transaction, nil, 0, &database))
        try check(mdb_txn_commit(transaction))
        try check(mdb_txn_begin(environment, nil, UInt32(MDB_RDONLY), &reading))
        mdb_txn_reset(reading)
    }

    deinit {
        mdb_txn_abort(reading)
        mdb_env_close(environment)
    }

    func store(_ bytes: Data, as number: Int) throws {
        var transaction: OpaquePointer?
        try check(mdb_txn_begin(environment, nil, 0, &transaction))
        try withKey(number) { key in
            try bytes.withUnsafeBytes { bytes in
                var value = Self.value(bytes)
                try check(mdb_put(transaction, database, &key, &value, 0))
            }
        }
        try check(mdb_txn_commit(transaction))
    }

    func look(up number: Int) throws -> Int {
        try check(mdb_txn_renew(reading))
        defer { mdb_txn_reset(reading) }
        return try withKey(number) { key in
            var value = MDB_val()
            try check(mdb_get(reading, database, &key, &value))
            return Data(bytes: value.mv_data, count: value.mv_size).count
        }
    }

    private func withKey<Result>(
        _ number: Int, _ body: (inout MDB_val) throws -> Result
    ) throws -> Result {
        var text = keys[number]
        return try text.withUTF8 { bytes in
            var key = Self.value(UnsafeRawBufferPointer(bytes))
            return try body(&key)
        }
    }

    private static func value(_ bytes: UnsafeRawBufferPointer) -> MDB_val {
        MDB_val(
            mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
    }

    private func check(_ code: Int32) throws {
        guard code == 0 else { throw PeerFailure("LMDB: " + String(cString: mdb_strerror(code))) }
    }
}
#endif
