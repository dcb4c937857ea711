// swift-tools-version: 6.2
import PackageDescription

// Hummingbird has many dependencies. Without PEERS_HUMMINGBIRD, SwiftNIO alone is resolved, so that a Hummingbird that
// cannot be built leaves SwiftNIO's parser in the table.
let withHummingbird = Context.environment["PEERS_HUMMINGBIRD"] != nil

let package = Package(
  name: "peers",
  platforms: [.macOS(.v15)],
  dependencies: [.package(url: "https://github.com/apple/swift-nio.git", from: "2.80.0")]
    + (withHummingbird
      ? [.package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.0.0")] : []),
  targets: [
    .target(name: "Lines"),
    .executableTarget(
      name: "NIOPeer",
      dependencies: [
        "Lines",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ]),
  ]
    + (withHummingbird
      ? [
        .executableTarget(
          name: "HummingbirdPeer",
          dependencies: [
            "Lines",
            .product(name: "Hummingbird", package: "hummingbird"),
            .product(name: "HummingbirdCore", package: "hummingbird"),
          ])
      ] : []))
