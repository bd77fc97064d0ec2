#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder
import LarderImage

/// A picture of the demo's server, and how its headers let it be kept.
struct DemoPicture: Sendable {
    /// What the server says of a picture, as servers do.
    enum Kind: String, Sendable, CaseIterable {
        /// `max-age` of a year.
        case keep = "max-age"
        /// A validator and nothing else: to be confirmed each time.
        case validate = "ETag only"
        /// To be kept nowhere.
        case noStore = "no-store"
        /// As `keep`, after a pause.
        case slow = "slow"
        /// There is no such picture.
        case missing = "404"
    }

    let path: String
    let kind: Kind
    let format: ImageFormat
    let bytes: Data
}

extension DemoPicture {
    /// Where the rules of HTTP say that a picture comes from when it was loaded before.
    enum Place: String, Sendable {
        case memory, disk, validated, network, failed
    }

    /// Draws `count` pictures on all processors, each side `scale` times smaller, and adds two
    /// that are missing.
    static func draw(_ count: Int, scale: Int = 1) async throws -> [DemoPicture] {
        let writable = ImageCodecs.standard.writableFormats
        let plans = Plan.all(count, scale: scale, writable: writable)
        return try await withThrowingTaskGroup(of: (Int, DemoPicture).self) { group in
            for (index, plan) in plans.enumerated() {
                group.addTask { (index, try plan.drawn(index)) }
            }
            var drawn: [(Int, DemoPicture)] = []
            for try await picture in group { drawn.append(picture) }
            return drawn.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private struct Plan: Sendable {
        let kind: Kind
        let encoding: ImageEncoding
        let size: PixelSize
        var isCutOut = false

        static func all(_ count: Int, scale: Int, writable: Set<ImageFormat>) -> [Plan] {
            let landscape = PixelSize(width: 1200 / scale, height: 800 / scale)
            let portrait = PixelSize(width: 600 / scale, height: 900 / scale)
            let small = PixelSize(width: 480 / scale, height: 320 / scale)
            let cycle = [
                Plan(kind: .keep, encoding: .jpeg(), size: landscape),
                Plan(kind: .keep, encoding: .webP(), size: landscape),
                Plan(kind: .validate, encoding: .jpeg(), size: portrait),
                Plan(kind: .keep, encoding: .png, size: small, isCutOut: true),
                Plan(kind: .keep, encoding: .avif(), size: small),
                Plan(kind: .keep, encoding: .jpeg(quality: 92), size: portrait),
                Plan(kind: .validate, encoding: .webPLossless, size: small),
                Plan(kind: .noStore, encoding: .jpeg(), size: landscape),
                Plan(kind: .slow, encoding: .jpeg(), size: landscape),
            ].filter { $0.encoding.format.map(writable.contains) ?? true }
            let pictures = (0..<count).map { cycle[$0 % cycle.count] }
            let missing = Plan(kind: .missing, encoding: .jpeg(), size: small)
            return pictures + [missing, missing]
        }

        func drawn(_ index: Int) throws -> DemoPicture {
            let format = encoding.format ?? .jpeg
            let path = "/pictures/\(index + 1).\(format.fileExtension)"
            guard kind != .missing else {
                return DemoPicture(path: path, kind: kind, format: format, bytes: Data())
            }
            let scene = try Scene(seed: index, size: size).bitmap(isCutOut: isCutOut)
            let bytes = try ImageCodecs.standard.encode(scene, as: encoding)
            return DemoPicture(path: path, kind: kind, format: format, bytes: bytes)
        }
    }
}
