// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that nobody who uses Sluice builds it.
let package = Package(
  name: "benchmarks",
  dependencies: [
    .package(name: "sluice", path: ".."),
    // What a user would pick instead, and the server that both talk to.
    .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
  ],
  targets: [
    .executableTarget(
      name: "JSONBenchmark", dependencies: [.product(name: "SluiceSerialization", package: "sluice")]),
    .executableTarget(
      name: "QueryBenchmark", dependencies: [.product(name: "SluiceSerialization", package: "sluice")]),
    .executableTarget(
      name: "SessionBenchmark",
      dependencies: [
        .product(name: "Sluice", package: "sluice"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
