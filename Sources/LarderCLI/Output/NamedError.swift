import Larder
import LarderImage

/// A failure with the name of what it is about, where its own words do not tell.
struct NamedError: Error, CustomStringConvertible {
    let name: String
    let error: any Error

    var description: String { "\(name): \(error)" }

    /// Does `work`. What goes wrong in loading or decoding is named; anything else names its own.
    static func naming<Result>(
        _ name: String, _ work: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await work()
        } catch let error where error is ImageLoadError || error is ImageError || error is LoadError
        {
            throw NamedError(name: name, error: error)
        }
    }
}
