// swift-tools-version: 6.2
import Foundation
import PackageDescription

// Compiles and runs the sources that are for Apple's platforms on Linux, against stubs that have
// the names and the shape of Apple's frameworks and almost nothing behind them. It proves names,
// control flow and cancellation; it proves nothing about Apple's own signatures, isolation and
// availability. A package of its own: stubs leak into `canImport` of whatever is built with them.

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
    // Swift Testing has overlays for the real frameworks.
    .unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"]),
]

/// Made by `make examples` out of the documentation; absent from a fresh clone.
let hasSamples = FileManager.default.fileExists(
    atPath: Context.packageDirectory + "/Sources/DocumentationSamples")
let samples = Target.target(
    name: "DocumentationSamples",
    dependencies: ["Larder", "LarderImage", "LarderUI", "UIKit", "SwiftUI"])

func stub(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/\(name)")
}

func library(_ name: String) -> Target {
    .systemLibrary(name: name, path: "Larder/\(name)")
}

let package = Package(
    name: "AppleStubs",
    targets: [
        stub("CoreGraphics"), stub("ObjectiveC"), stub("Network"), stub("os"),
        stub("UIKit", ["CoreGraphics"]), stub("AppKit", ["CoreGraphics"]),
        stub("SwiftUI", ["CoreGraphics"]),
        .target(name: "CCurl", path: "Larder/CCurl"),
        library("CZlib"), library("CBrotli"), library("CZstd"), library("CJPEG"), library("CPNG"),
        library("CWebP"), library("CLCMS"), library("CGIF"), library("CAVIF"), library("CISAL"),
        .target(name: "CLarderSystem", path: "Larder/CLarderSystem"),
        .target(
            name: "Larder",
            dependencies: ["CLarderSystem", "CCurl", "CZlib", "CBrotli", "CZstd", "os"],
            path: "Larder/Larder",
            exclude: ["Larder.docc"], swiftSettings: strict),
        .target(
            name: "CImageCodecs",
            dependencies: ["CJPEG", "CPNG", "CISAL", "CWebP", "CGIF", "CAVIF", "CLCMS"],
            path: "Larder/CImageCodecs",
            linkerSettings: [
                "jpeg", "png", "isal", "webp", "webpdemux", "webpmux", "gif", "lcms2", "m",
            ].map { .linkedLibrary($0) }),
        .target(
            name: "LarderImage", dependencies: ["Larder", "CImageCodecs", "CoreGraphics"],
            path: "Larder/LarderImage", exclude: ["LarderImage.docc"], swiftSettings: strict),
        .target(
            name: "LarderUI",
            dependencies: [
                "Larder", "LarderImage", "CoreGraphics", "ObjectiveC", "Network", "UIKit", "AppKit",
                "SwiftUI",
            ],
            path: "Larder/LarderUI", swiftSettings: strict),
        .testTarget(
            name: "LarderUITests",
            dependencies: [
                "Larder", "LarderImage", "LarderUI", "UIKit", "AppKit", "SwiftUI", "os",
            ],
            swiftSettings: strict),
    ] + (hasSamples ? [samples] : []),
    swiftLanguageModes: [.v6]
)
