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
        .library(name: "LarderUI", targets: ["LarderUI"]),
        .library(name: "LarderGTK", targets: ["LarderGTK"]),
        .library(name: "LarderRedis", targets: ["LarderRedis"]),
        .library(name: "LarderTesting", targets: ["LarderTesting"]),
        .executable(name: "larder", targets: ["LarderCLI"]),
    ],
    traits: [.trait(name: "GTK", description: "The views for GTK 4; they need libgtk-4-dev.")],
    targets: [
        // libcurl, loaded when it is first needed; its headers are needed to build.
        .target(name: "CCurl"),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(
            name: "CBrotli", pkgConfig: "libbrotlidec", providers: [.apt(["libbrotli-dev"])]),
        .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
        .target(name: "CLarderSystem"),
        .target(
            name: "Larder",
            dependencies: [
                "CLarderSystem", .target(name: "CCurl", condition: .when(platforms: [.linux])),
                .target(name: "CZlib", condition: .when(platforms: [.linux])),
                .target(name: "CBrotli", condition: .when(platforms: [.linux])),
                .target(name: "CZstd", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: strict),
        .systemLibrary(
            name: "CJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg62-turbo-dev"])]),
        .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CISAL", pkgConfig: "libisal", providers: [.apt(["libisal-dev"])]),
        .systemLibrary(
            name: "CWebP", pkgConfig: "libwebpdemux", providers: [.apt(["libwebp-dev"])]),
        .systemLibrary(name: "CLCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
        .systemLibrary(name: "CGIF", pkgConfig: "libgif", providers: [.apt(["libgif-dev"])]),
        // Loaded when it is first needed, so it is not linked; its headers are needed to build.
        .systemLibrary(name: "CAVIF", providers: [.apt(["libavif-dev"])]),
        .target(
            name: "CImageCodecs",
            dependencies: [
                .target(name: "CJPEG", condition: .when(platforms: [.linux])),
                .target(name: "CPNG", condition: .when(platforms: [.linux])),
                .target(name: "CISAL", condition: .when(platforms: [.linux])),
                .target(name: "CWebP", condition: .when(platforms: [.linux])),
                .target(name: "CGIF", condition: .when(platforms: [.linux])),
                .target(name: "CAVIF", condition: .when(platforms: [.linux])),
                .target(name: "CLCMS", condition: .when(platforms: [.linux])),
            ],
            linkerSettings: [
                .linkedLibrary("webpmux", .when(platforms: [.linux])),
                .linkedLibrary("m", .when(platforms: [.linux])),
            ]),
        .target(
            name: "LarderImage",
            dependencies: [
                "Larder", "CImageCodecs",
            ],
            swiftSettings: strict),
        // Empty on Linux; AppleStubs compiles it there.
        .target(
            name: "LarderUI", dependencies: ["Larder", "LarderImage"], swiftSettings: strict),
        .systemLibrary(name: "CGTK", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
        // Empty without the trait.
        .target(
            name: "LarderGTK",
            dependencies: [
                "Larder", "LarderImage",
                .target(name: "CGTK", condition: .when(platforms: [.linux], traits: ["GTK"])),
            ],
            swiftSettings: strict),
        .target(
            name: "LarderRedis",
            dependencies: [
                "Larder", "CLarderSystem",
                .target(name: "CCurl", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: strict),
        .target(
            name: "LarderTesting", dependencies: ["Larder", "LarderImage"], swiftSettings: strict),
        .executableTarget(
            name: "LarderCLI",
            dependencies: ["CLarderSystem", "Larder", "LarderImage", "LarderTesting"],
            swiftSettings: strict),
        // Run by the disk tier's tests as processes of their own, to be killed.
        .executableTarget(
            name: "DiskChild", dependencies: ["Larder", "LarderTesting"], path: "Tests/DiskChild",
            swiftSettings: strict),
        .testTarget(
            name: "LarderTests",
            dependencies: [
                "Larder", "LarderTesting", "DiskChild", "CLarderSystem",
                .target(name: "CZlib", condition: .when(platforms: [.linux])),
                .target(name: "CZstd", condition: .when(platforms: [.linux])),
            ],
            exclude: ["Disk/Golden"],
            swiftSettings: strict),
        // A machine of a fleet, run by the shared tier's tests, to be killed.
        .executableTarget(
            name: "RedisWorker", dependencies: ["Larder", "LarderRedis"],
            path: "Tests/RedisWorker", swiftSettings: strict),
        .testTarget(
            name: "LarderRedisTests",
            dependencies: ["LarderRedis", "LarderTesting", "RedisWorker"],
            swiftSettings: strict),
        .testTarget(
            name: "LarderImageTests", dependencies: ["LarderImage", "LarderTesting"],
            exclude: ["Codecs/Pillow"],
            swiftSettings: strict),
        .testTarget(
            name: "LarderCLITests", dependencies: ["LarderCLI", "LarderTesting"],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
