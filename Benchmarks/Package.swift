// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "LarderBenchmarks",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "larder-bench", targets: ["LarderBench"])],
    dependencies: [.package(name: "Larder", path: "..")],
    targets: [
        .executableTarget(
            name: "LarderBench",
            dependencies: [
                .product(name: "Larder", package: "Larder"),
                .product(name: "LarderTesting", package: "Larder"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("ExistentialAny"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
