// swift-tools-version: 6.2
// The modules of ARCHITECTURE.md. The compiler refuses an import that this file does not declare.

import PackageDescription

/// The settings of all Swift targets except the test targets: three upcoming features, and warnings are errors.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// Failpoints (`ALBUMSCAN_KILL`) exist in debug builds only; a release build has no trace of them.
let failpoints: [SwiftSetting] = [.define("FAILPOINTS", .when(configuration: .debug))]

/// All modules but the programs are always optimised: a debug build, too, has to read a 12-megapixel picture
/// in a second, and the tests run its programs several thousand times.
let optimised: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// The program of the CGI starts for every request, so it is small rather than fast. The module Host, which
/// reads settings and calls the system, is small, too.
let small: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// `make` names a copy of the Swift runtime without the tables of exceptions, for release builds.
let runtime: [LinkerSetting] =
  Context.environment["ALBUMSCAN_RUNTIME"].map { (path) in
    [.unsafeFlags([path], .when(configuration: .release))]
  } ?? []

/// The programs of a debug build, too, contain the Swift runtime: they start in less than half of the time.
let whole: [LinkerSetting] =
  [.unsafeFlags(["-static-stdlib"], .when(configuration: .debug))] + runtime

/// Parts of Foundation's archive, which the compiler names only if it compiles for a static link.
let foundation: LinkerSetting = .unsafeFlags(
  ["-Xlinker", "-l_FoundationCollections", "-Xlinker", "-l_FoundationCShims"],
  .when(configuration: .debug))

let package = Package(
  name: "AlbumScan",
  products: [
    .executable(name: "albumscan-cgi", targets: ["albumscan-cgi"]),
    .executable(name: "albumscan-photo", targets: ["albumscan-photo"]),
    .executable(name: "albumscan-read", targets: ["albumscan-read"]),
    .executable(name: "albumscan", targets: ["albumscan"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // Text imports nothing. The others here import only Text or CPixels: values, and the formats of the CGI.
    .target(name: "Text", swiftSettings: strict + optimised),
    .target(
      name: "Albums", dependencies: ["Text"], exclude: ["Names/tables.py"],
      swiftSettings: strict + optimised),
    .target(name: "Pictures", dependencies: ["CPixels"], swiftSettings: strict + optimised),
    .target(name: "CGI", dependencies: ["Text"], swiftSettings: strict + optimised),

    // One C library each; then the project's own C code.
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CTurboJPEG", providers: [.apt(["libturbojpeg0-dev"])]),
    .systemLibrary(name: "CCmark", providers: [.apt(["libcmark-dev"])]),
    .systemLibrary(name: "CMD", providers: [.apt(["libmd-dev"])]),
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .target(name: "CHost"),
    .target(name: "CStart"),
    .target(name: "CHamming"),
    .target(name: "COnnx"),
    .target(
      name: "CPixels", cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]),

    .target(
      name: "Host", dependencies: ["Text", "CHost", "CMD"],
      swiftSettings: strict + failpoints + optimised + small),
    .target(
      name: "HTTP", dependencies: ["Text", "Host", "CCurl"], swiftSettings: strict + optimised),
    .target(name: "Serving", dependencies: ["Host", "HTTP"], swiftSettings: strict + optimised),
    .target(
      name: "Installing", dependencies: ["Pictures", "Host"], swiftSettings: strict + optimised),
    .target(
      name: "Models", dependencies: ["Text", "Albums", "Host", "HTTP"],
      swiftSettings: strict + optimised),
    .target(
      name: "Sleeves", dependencies: ["Text", "Albums"], swiftSettings: strict + optimised),
    .target(name: "Tracks", dependencies: ["Albums"], swiftSettings: strict + optimised),
    .target(
      name: "MusicBrainz", dependencies: ["Text", "Albums", "Sleeves", "Tracks", "Host", "HTTP"],
      swiftSettings: strict + optimised),
    .target(
      name: "Books", dependencies: ["Text", "Albums", "Host", "HTTP"],
      swiftSettings: strict + optimised),
    .target(
      name: "Store", dependencies: ["Text", "Albums", "Host", "CSQLite"],
      swiftSettings: strict + optimised),
    .target(
      name: "JPEG", dependencies: ["Pictures", "CPixels", "CTurboJPEG"],
      swiftSettings: strict + optimised),
    .target(
      name: "Covers", dependencies: ["Pictures", "CHamming", "CPixels"],
      swiftSettings: strict + optimised),
    .target(
      name: "Lettering", dependencies: ["Pictures", "COnnx", "CPixels"],
      swiftSettings: strict + optimised),
    .target(
      name: "Site",
      dependencies: ["Text", "Albums", "Tracks", "Host", "CCmark"],
      swiftSettings: strict + optimised),
    .target(
      name: "Photos", dependencies: ["Text", "Albums", "Pictures", "Host", "Covers"],
      swiftSettings: strict + optimised),
    .target(
      name: "Refresh", dependencies: ["Albums", "Host", "Store", "Site"],
      swiftSettings: strict + optimised),
    .target(
      name: "Scanning",
      dependencies: [
        "Text", "Albums", "Pictures", "Host", "Store", "Covers", "HTTP", "Models",
        "MusicBrainz", "Books", "Photos", "Refresh", "Sleeves", "Tracks",
      ],
      swiftSettings: strict + optimised),

    .target(
      name: "Exchange",
      dependencies: [
        "Text", "Albums", "Tracks", "Host", "Store", "Covers", "MusicBrainz", "Photos",
      ],
      swiftSettings: strict + optimised),
    .target(
      name: "Publishing",
      dependencies: ["Albums", "Host", "Store", "Site", "Refresh", "Exchange"],
      swiftSettings: strict + optimised),

    // Message catalogues; the CGI reads a flat file instead.
    .target(name: "Words", dependencies: ["Albums", "Host"], swiftSettings: strict + optimised),

    // The four programs as libraries, which the tests call, too.
    .target(
      name: "Routes", dependencies: ["Text", "Albums", "Pictures", "Host", "CGI", "Store"],
      swiftSettings: strict + optimised + small),
    .target(
      name: "PhotoCommands", dependencies: ["Pictures", "Host", "JPEG", "Covers"],
      swiftSettings: strict + optimised),
    .target(
      name: "ReadCommands", dependencies: ["Text", "Pictures", "Host", "Lettering"],
      swiftSettings: strict + optimised),
    .target(
      name: "Commands",
      dependencies: [
        "Text", "Albums", "Pictures", "Host", "Store", "Site", "Photos", "Refresh",
        "Scanning", "Exchange", "Publishing", "HTTP", "Models", "Words", "Serving",
        "Installing",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict + optimised),

    // Four programs. Each one is exposed to only one danger.
    .executableTarget(
      name: "albumscan-cgi", dependencies: ["CStart", "Host", "Routes"],
      swiftSettings: strict + small, linkerSettings: whole),
    .executableTarget(
      name: "albumscan-photo", dependencies: ["CStart", "PhotoCommands"],
      swiftSettings: strict, linkerSettings: whole),
    .executableTarget(
      name: "albumscan-read", dependencies: ["CStart", "ReadCommands"],
      swiftSettings: strict, linkerSettings: whole),
    .executableTarget(
      name: "albumscan", dependencies: ["CStart", "Commands"],
      swiftSettings: strict, linkerSettings: whole + [foundation]),

    // One folder for each module; Support is shared, EndToEnd runs the real programs, Map checks imports.
    .target(
      name: "Support",
      dependencies: ["Text", "Albums", "Pictures", "Host", "HTTP", "Store", "Covers", "Words"],
      path: "Tests/Support",
      swiftSettings: strict + optimised),
    .target(
      name: "Services",
      dependencies: ["Albums", "Sleeves", "Pictures", "Photos", "Host", "JPEG", "Support"],
      path: "Tests/Services", swiftSettings: strict + optimised),
    .target(
      name: "Cases", dependencies: ["Pictures", "JPEG", "Covers", "CTurboJPEG", "Support"],
      path: "Tests/Fuzz/Cases", swiftSettings: strict + optimised),
    .executableTarget(
      name: "demo-services", dependencies: ["Host", "CTurboJPEG", "Services"],
      path: "Tests/DemoServices",
      swiftSettings: strict),
    .testTarget(
      name: "ServicesTests", dependencies: ["Pictures", "Host", "JPEG", "Services", "Support"],
      path: "Tests/ServicesTests"),
    .testTarget(name: "TextTests", dependencies: ["Text", "Support"], path: "Tests/Text"),
    .testTarget(
      name: "AlbumsTests", dependencies: ["Text", "Albums", "Support"], path: "Tests/Albums"),
    .testTarget(
      name: "SleevesTests", dependencies: ["Albums", "Sleeves", "Support"], path: "Tests/Sleeves"),
    .testTarget(
      name: "TracksTests", dependencies: ["Albums", "Tracks", "Support"], path: "Tests/Tracks"),
    .testTarget(
      name: "WordsTests", dependencies: ["Albums", "Host", "Words", "Support"], path: "Tests/Words"),
    .testTarget(name: "CGITests", dependencies: ["Text", "CGI", "Support"], path: "Tests/CGI"),
    .testTarget(name: "HostTests", dependencies: ["Host", "Support"], path: "Tests/Host"),
    .testTarget(
      name: "StoreTests", dependencies: ["Albums", "Store", "Support"], path: "Tests/Store",
      exclude: ["Fixtures"]),
    .testTarget(
      name: "PicturesTests",
      dependencies: ["CHamming", "Host", "Pictures", "JPEG", "Covers", "Cases", "Support"],
      path: "Tests/Pictures"),
    .testTarget(
      name: "LetteringTests",
      dependencies: ["Host", "Lettering", "Photos", "Pictures", "Support"],
      path: "Tests/Lettering"),
    .testTarget(
      name: "ServingTests", dependencies: ["Host", "Serving", "Support"], path: "Tests/Serving"),
    .testTarget(
      name: "InstallingTests", dependencies: ["Host", "Installing", "Support"],
      path: "Tests/Installing"),
    .testTarget(name: "HTTPTests", dependencies: ["Host", "HTTP", "Support"], path: "Tests/HTTP"),
    .testTarget(
      name: "SiteTests",
      dependencies: ["Albums", "Tracks", "Pictures", "Host", "Site", "Support", "Text", "Words"],
      path: "Tests/Site", exclude: ["Golden"]),
    .testTarget(
      name: "ScanningTests",
      dependencies: [
        "Text", "Albums", "Covers", "Host", "HTTP", "JPEG", "Models", "MusicBrainz", "Photos",
        "Pictures", "Refresh", "Scanning", "Exchange", "Publishing", "Services", "Site", "Sleeves",
        "Store", "Support", "Tracks",
      ],
      path: "Tests/Scanning", exclude: ["Money"]),
    .testTarget(
      name: "BooksTests",
      dependencies: ["Text", "Albums", "Books", "Host", "HTTP", "Services", "Support"],
      path: "Tests/Books"),
    .testTarget(
      name: "ModelsTests", dependencies: ["Text", "Albums", "Host", "HTTP", "Models", "Support"],
      path: "Tests/Models"),
    .testTarget(
      name: "MapTests", dependencies: ["Albums", "Host", "Scanning", "Store", "Support"],
      path: "Tests/Map"),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "Albums", "Commands", "Exchange", "Host", "HTTP", "JPEG", "Models", "MusicBrainz", "Photos",
        "Pictures",
        "Publishing", "Routes", "Scanning", "Store", "Site", "Support", "Services", "Tracks",
      ],
      path: "Tests/EndToEnd", exclude: ["Schemas"]),

    // `make evaluate`: measures the quality of the detector, as tables.
    .executableTarget(
      name: "evaluate",
      dependencies: [
        "Text", "Albums", "Books", "Host", "HTTP", "Pictures", "Photos", "JPEG", "Covers",
        "MusicBrainz",
        "Scanning", "Services", "Sleeves", "Support",
      ],
      path: "Tests/Evaluation", exclude: ["README.md"], swiftSettings: strict + optimised),

    // `make bench`: compares the programs with well-known programs in one run.
    .executableTarget(
      name: "bench",
      dependencies: [
        "Albums", "CHamming", "CHost", "CTurboJPEG", "Covers", "Host", "JPEG", "Photos",
        "Pictures", "Scanning", "Services", "Store", "Support",
      ],
      path: "Tests/Bench",
      exclude: ["compare.py", "watch.js"],
      swiftSettings: strict + optimised),
  ],
  swiftLanguageModes: [.v6]
)

// `make fuzz`, with a separate scratch path: these targets link with libFuzzer only.
if Context.environment["ALBUMSCAN_LIBFUZZER"] != nil {
  package.targets += [
    .target(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"),
    .executableTarget(
      name: "fuzz-photo", dependencies: ["CFuzzer", "Cases", "Support"], path: "Tests/Fuzz/Photo",
      swiftSettings: strict),
  ]
}
