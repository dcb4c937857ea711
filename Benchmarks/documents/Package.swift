// swift-tools-version: 6.2

import PackageDescription

// The package of `any_documents.py --macros`, in Benchmarks/.build/documents/macros. The other benchmarks do not need
// swift-syntax.
let package = Package(
  name: "documents",
  dependencies: [.package(name: "sluice", path: "../../../..", traits: ["Macros"])],
  targets: [
    .executableTarget(
      name: "DocumentBenchmark", dependencies: [.product(name: "SluiceSerialization", package: "sluice")],
      path: "Sources")
  ],
  swiftLanguageModes: [.v6]
)
