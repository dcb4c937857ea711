// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that no user of the library builds it. `make fuzz` does, with the flags that instrument.
let package = Package(
  name: "fuzz",
  dependencies: [.package(name: "sluice", path: "..")],
  targets: [
    // libFuzzer's two entry points; it brings `main` itself.
    .executableTarget(
      name: "sluice-fuzz", dependencies: [.product(name: "_SluiceFuzzing", package: "sluice")],
      swiftSettings: [.strictMemorySafety(), .unsafeFlags(["-parse-as-library"])]),
    // The same checks without a fuzzer: for coverage.
    .executableTarget(
      name: "sluice-replay", dependencies: [.product(name: "_SluiceFuzzing", package: "sluice")],
      swiftSettings: [.strictMemorySafety()]),
  ],
  swiftLanguageModes: [.v6]
)
