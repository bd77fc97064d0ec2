// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "LarderFuzz",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "larder-fuzz", targets: ["LarderFuzz"])],
    dependencies: [.package(name: "Larder", path: "..")],
    targets: [
        .systemLibrary(name: "CFuzzer"),
        .executableTarget(
            name: "LarderFuzz",
            dependencies: [
                "CFuzzer",
                .product(name: "Larder", package: "Larder"),
                .product(name: "LarderImage", package: "Larder"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("ExistentialAny"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
