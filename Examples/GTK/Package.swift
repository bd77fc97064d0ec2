// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// Made by `make examples` out of the documentation; absent from a fresh clone.
let hasSamples = FileManager.default.fileExists(
    atPath: Context.packageDirectory + "/Sources/DocumentationSamples")

let views: [Target.Dependency] = [
    .product(name: "Larder", package: "Larder"),
    .product(name: "LarderImage", package: "Larder"),
    .product(name: "LarderGTK", package: "Larder"),
]

let package = Package(
    name: "ExamplesGTK",
    dependencies: [.package(name: "Larder", path: "../..", traits: ["GTK"])],
    targets: [
        .executableTarget(name: "Gallery", dependencies: views),
        .executableTarget(name: "SmallestWindow", dependencies: views),
    ] + (hasSamples ? [.target(name: "DocumentationSamples", dependencies: views)] : []),
    swiftLanguageModes: [.v6]
)
