// swift-tools-version: 6.2

import PackageDescription

// The program that `suite.py` lets send the requests of the HTTP cache tests.
let package = Package(
  name: "cache-suite",
  dependencies: [.package(name: "sluice", path: "../..")],
  targets: [
    .executableTarget(
      name: "CacheDriver",
      dependencies: [
        .product(name: "Sluice", package: "sluice"), .product(name: "SluiceCache", package: "sluice"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
