// swift-tools-version: 6.2

import PackageDescription

// A separate package, because the adaptors need traits, and only they need the packages of the neighbours.
let package = Package(
  name: "adaptors",
  dependencies: [
    .package(name: "sluice", path: "../..", traits: ["Hummingbird", "NIO"]),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    .testTarget(
      name: "HummingbirdTests",
      dependencies: [
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "Sluice", package: "sluice"),
        .product(name: "SluiceHummingbird", package: "sluice"),
      ]),
    .testTarget(
      name: "NIOTests",
      dependencies: [
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "Sluice", package: "sluice"),
        .product(name: "SluiceNIO", package: "sluice"),
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
