// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "LarderBenchmarks",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "larder-bench", targets: ["LarderBench"]),
        .executable(name: "larder-decodes", targets: ["LarderDecodes"]),
    ],
    dependencies: [.package(name: "Larder", path: "..")],
    targets: [
        .target(
            name: "CFloors",
            linkerSettings: ["jpeg", "png", "webp", "avif"].map {
                .linkedLibrary($0, .when(platforms: [.linux]))
            }),
        .target(name: "CAllocations"),
        .systemLibrary(name: "CLMDB", providers: [.apt(["liblmdb-dev"])]),
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .executableTarget(
            name: "LarderBench",
            dependencies: [
                "CAllocations", "CFloors",
                .target(name: "CLMDB", condition: .when(platforms: [.linux])),
                .target(name: "CSQLite", condition: .when(platforms: [.linux])),
                .product(name: "Larder", package: "Larder"),
                .product(name: "LarderImage", package: "Larder"),
                .product(name: "LarderRedis", package: "Larder"),
                .product(name: "LarderTesting", package: "Larder"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("ExistentialAny"),
            ]),
        .executableTarget(
            name: "LarderDecodes",
            dependencies: [.product(name: "LarderImage", package: "Larder")],
            swiftSettings: [
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("ExistentialAny"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
