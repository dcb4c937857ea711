// swift-tools-version: 6.2
import PackageDescription

// A fuzzer of parsers of others, as `sluice fuzz init` writes it, with a target for each parser. The versions are
// those of the table in CorpusAndOtherParsers.
let package = Package(
  name: "Attacks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-http-structured-headers.git", exact: "1.7.0"),
    .package(url: "https://github.com/apple/swift-nio.git", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-protobuf.git", exact: "1.39.0"),
    .package(url: "https://github.com/attaswift/BigInt.git", exact: "6.0.1"),
    .package(url: "https://github.com/CoreOffice/XMLCoder.git", exact: "0.18.2"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache.git", exact: "2.1.1"),
    .package(url: "https://github.com/jpsim/Yams.git", exact: "6.2.2"),
    .package(url: "https://github.com/LebJe/TOMLKit.git", exact: "0.6.0"),
    .package(url: "https://github.com/stencilproject/Stencil.git", exact: "0.15.1"),
    .package(url: "https://github.com/swhitty/FlyingFox.git", exact: "0.27.1"),
    .package(url: "https://github.com/swiftcsv/SwiftCSV.git", exact: "0.10.0"),
    // The folder is as deep as the one in .build/peers to which Tests/Peers/run copies the package.
    .package(name: "sluice", path: "../../.."),
  ],
  targets: [
    .executableTarget(
      name: "fuzz",
      dependencies: [
        .product(name: "BigInt", package: "BigInt"),
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
        .product(name: "Mustache", package: "swift-mustache"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
        .product(name: "RawStructuredFieldValues", package: "swift-http-structured-headers"),
        .product(name: "Stencil", package: "Stencil"),
        .product(name: "SwiftCSV", package: "SwiftCSV"),
        .product(name: "SwiftProtobuf", package: "swift-protobuf"),
        .product(name: "TOMLKit", package: "TOMLKit"),
        .product(name: "XMLCoder", package: "XMLCoder"),
        .product(name: "Yams", package: "Yams"),
        .product(name: "SluiceFuzz", package: "sluice"),
        .product(name: "SluiceJSON", package: "sluice"),
        .product(name: "SluiceLibFuzzer", package: "sluice"),
      ],
      path: "Sources/attacks",
      // The engine has the function `main`.
      swiftSettings: [.unsafeFlags(["-parse-as-library"])])
  ],
  swiftLanguageModes: [.v6]
)
