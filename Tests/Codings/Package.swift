// swift-tools-version: 6.2

import PackageDescription

// A separate package, because the codings need traits, and only they need libbrotlidec and libzstd.
var traits: Set<Package.Dependency.Trait> = ["Brotli", "Zstd"]
// Set only for the benchmark, which compares both.
if Context.environment["SLUICE_ISAL"] != nil { traits.insert("ISAL") }

let package = Package(
  name: "codings",
  dependencies: [
    .package(name: "sluice", path: "../..", traits: traits)
  ],
  targets: [
    // The program that Benchmarks/codings.py measures.
    .executableTarget(
      name: "DecodeFile",
      dependencies: [
        .product(name: "SluiceBrotli", package: "sluice"),
        .product(name: "SluiceGzip", package: "sluice"),
        .product(name: "SluiceZstd", package: "sluice"),
      ],
      path: "DecodeFile"),
    .testTarget(
      name: "CodingsTests",
      dependencies: [
        .product(name: "Sluice", package: "sluice"),
        .product(name: "SluiceBrotli", package: "sluice"),
        .product(name: "SluiceFuzz", package: "sluice"),
        .product(name: "SluiceGzip", package: "sluice"),
        .product(name: "SluiceTesting", package: "sluice"),
        .product(name: "SluiceZstd", package: "sluice"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  var settings = target.swiftSettings ?? []
  settings += [.enableUpcomingFeature("MemberImportVisibility")]
  // Set only by Sluice's Makefile, because a newer compiler may have other warnings.
  if Context.environment["SLUICE_WARNINGS_AS_ERRORS"] != nil {
    settings.append(.treatAllWarnings(as: .error))
  }
  target.swiftSettings = settings
}
