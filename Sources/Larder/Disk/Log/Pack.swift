/// One pack file, open.
final class Pack: Sendable {
    let header: PackHeader
    let file: CacheFile

    init(header: PackHeader, file: CacheFile) {
        self.header = header
        self.file = file
    }
}

extension Pack {
    var number: UInt32 { header.number }

    /// The header of the record at `offset` that lies in `bytes`.
    func recordHeader(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> RecordHeader? {
        RecordHeader(bytes, seed: RecordHeader.seed(header.random, offset))
    }

    /// Reads the header of the record at `offset`; `nil` when there is none.
    func recordHeader(at offset: Int) throws(Errno) -> RecordHeader? {
        let bytes = try read(RecordHeader.size, at: offset)
        return bytes.withUnsafeBytes { recordHeader($0, at: offset) }
    }

    /// Up to `count` bytes from `offset` on; fewer where the file ends.
    func read(_ count: Int, at offset: Int) throws(Errno) -> [UInt8] {
        let result: Result<[UInt8], Errno> = Result { () throws(Errno) in
            var failure: Errno?
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
                do throws(Errno) {
                    initialized = try file.read(
                        into: UnsafeMutableRawBufferPointer(buffer), at: offset)
                } catch {
                    failure = error
                }
            }
            if let failure { throw failure }
            return bytes
        }
        return try result.get()
    }

    /// Where the pack's end says that its seal is.
    func sealPlace() throws(Errno) -> (offset: Int, length: Int)? {
        let size = try file.status().size
        guard size > PackHeader.size + Seal.trailerSize, size <= 128 << 20 else { return nil }
        let trailer = try read(Seal.trailerSize, at: size - Seal.trailerSize)
        let place = trailer.withUnsafeBytes {
            Seal.locate(trailer: $0, fileSize: size, random: header.random)
        }
        return place.flatMap { $0.length <= Seal.longest ? $0 : nil }
    }

    /// The pack's index, if it is sealed and the seal is whole.
    func seal() throws(Errno) -> (seal: Seal, offset: Int)? {
        guard let place = try sealPlace() else { return nil }
        return try seal(at: place.offset, length: place.length).map { ($0, place.offset) }
    }

    /// The seal at `offset`, if it is whole.
    func seal(at offset: Int, length: Int) throws(Errno) -> Seal? {
        let record = try read(length, at: offset)
        return record.withUnsafeBytes { Seal(record: $0, at: offset, random: header.random) }
    }
}
