// swift-tools-version: 6.2

import PackageDescription

// A separate package, so that programs that depend on Sluice do not build the fuzzer. `make fuzz` builds it, with the
// options that instrument the code.
let package = Package(
  name: "fuzz",
  dependencies: [.package(name: "sluice", path: "..")],
  targets: [
    // libFuzzer's two entry points. libFuzzer itself provides `main`.
    .executableTarget(
      name: "sluice-fuzz",
      dependencies: [
        .product(name: "SluiceFuzz", package: "sluice"),
        .product(name: "SluiceLibFuzzer", package: "sluice"),
        .product(name: "_SluiceFuzzTargets", package: "sluice"),
      ],
      swiftSettings: [.strictMemorySafety(), .unsafeFlags(["-parse-as-library"])]),
    // Runs the same checks without the fuzzer, to measure coverage.
    .executableTarget(
      name: "sluice-replay",
      dependencies: [
        .product(name: "SluiceFuzz", package: "sluice"),
        .product(name: "_SluiceFuzzTargets", package: "sluice"),
      ],
      swiftSettings: [.strictMemorySafety()]),
  ],
  swiftLanguageModes: [.v6]
)
