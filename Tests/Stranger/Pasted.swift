// swift-tools-version: 6.2

import PackageDescription

// A test of the failures that `.ci/fuzz-stranger` has found, with the checks of the fuzzer.
let package = Package(
  name: "Pasted",
  dependencies: [.package(name: "Parsers", path: ".."), .package(name: "sluice", path: "SLUICE")],
  targets: [
    .testTarget(
      name: "PastedTests",
      dependencies: [
        .product(name: "Parsers", package: "Parsers"), .product(name: "SluiceFuzz", package: "sluice"),
      ],
      path: "Tests")
  ],
  swiftLanguageModes: [.v6]
)
