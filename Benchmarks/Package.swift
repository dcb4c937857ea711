// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that nobody who uses Sluice builds it.
let package = Package(
  name: "benchmarks",
  dependencies: [.package(name: "sluice", path: "..")],
  targets: [
    .executableTarget(
      name: "JSONBenchmark", dependencies: [.product(name: "SluiceSerialization", package: "sluice")]),
    .executableTarget(
      name: "QueryBenchmark", dependencies: [.product(name: "SluiceSerialization", package: "sluice")]),
  ],
  swiftLanguageModes: [.v6]
)
