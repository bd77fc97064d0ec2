// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// Made by `make examples` out of the documentation; absent from a fresh clone.
let hasSamples = FileManager.default.fileExists(
    atPath: Context.packageDirectory + "/Sources/DocumentationSamples")

let larder: [Target.Dependency] = [
    .product(name: "Larder", package: "Larder"),
    .product(name: "LarderImage", package: "Larder"),
]

let samples = Target.target(
    name: "DocumentationSamples",
    dependencies: larder + [
        .product(name: "LarderRedis", package: "Larder"),
        .product(name: "LarderTesting", package: "Larder"),
    ])

let package = Package(
    name: "Examples",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Larder", path: "..")],
    targets: [
        .executableTarget(name: "Fetch", dependencies: larder),
        .executableTarget(name: "Thumbnails", dependencies: larder),
    ] + (hasSamples ? [samples] : []),
    swiftLanguageModes: [.v6]
)
