// swift-tools-version: 6.2

import PackageDescription

// A separate package, as any program that uses Sluice.
let package = Package(
  name: "api-client",
  dependencies: [
    .package(name: "sluice", path: "../..")
  ],
  targets: [
    .target(name: "Notes", dependencies: [.product(name: "Sluice", package: "sluice")]),
    .executableTarget(
      name: "NotesDemo",
      dependencies: [
        "Notes", .product(name: "Sluice", package: "sluice"),
        .product(name: "SluiceTesting", package: "sluice"),
      ]),
    .executableTarget(name: "Upload", dependencies: [.product(name: "Sluice", package: "sluice")]),
    .testTarget(
      name: "NotesTests",
      dependencies: [
        "Notes", .product(name: "Sluice", package: "sluice"),
        .product(name: "SluiceTesting", package: "sluice"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// Set only by Sluice's Makefile, because a newer compiler may have other warnings.
if Context.environment["SLUICE_WARNINGS_AS_ERRORS"] != nil {
  for target in package.targets { target.swiftSettings = [.treatAllWarnings(as: .error)] }
}
