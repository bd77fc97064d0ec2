// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "LarderBenchmarks",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "larder-bench", targets: ["LarderBench"])],
    dependencies: [.package(name: "Larder", path: "..")],
    targets: [
        .target(
            name: "CFloors",
            linkerSettings: ["jpeg", "png", "webp", "avif"].map {
                .linkedLibrary($0, .when(platforms: [.linux]))
            }),
        .target(name: "CAllocations"),
        .executableTarget(
            name: "LarderBench",
            dependencies: [
                "CAllocations", "CFloors",
                .product(name: "Larder", package: "Larder"),
                .product(name: "LarderImage", package: "Larder"),
                .product(name: "LarderTesting", package: "Larder"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("ExistentialAny"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
