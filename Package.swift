// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
    name: "Larder",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Larder", targets: ["Larder"]),
        .library(name: "LarderImage", targets: ["LarderImage"]),
        .library(name: "LarderTesting", targets: ["LarderTesting"]),
        .executable(name: "larder", targets: ["LarderCLI"]),
    ],
    targets: [
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"])]),
        .target(
            name: "Larder",
            dependencies: [.target(name: "CCurl", condition: .when(platforms: [.linux]))],
            swiftSettings: strict),
        .target(name: "LarderImage", dependencies: ["Larder"], swiftSettings: strict),
        .target(name: "LarderTesting", dependencies: ["Larder"], swiftSettings: strict),
        .executableTarget(
            name: "LarderCLI", dependencies: ["Larder", "LarderImage"], swiftSettings: strict),
        .testTarget(
            name: "LarderTests", dependencies: ["Larder", "LarderTesting"], swiftSettings: strict),
        .testTarget(
            name: "LarderImageTests", dependencies: ["LarderImage", "LarderTesting"],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
