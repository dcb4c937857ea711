// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "sluice",
  targets: [
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev", "pkg-config"])]),
    .target(name: "SluiceBody"),
    .target(name: "SluiceCoding"),
    .target(name: "SluiceMultipart", dependencies: ["SluiceBody", "SluiceCoding"]),
    // The HTTP server on loopback that the demo and the tests talk to. Not a product.
    .target(name: "SluiceLoopback", dependencies: ["SluiceBody"]),
    // What the test targets share.
    .target(
      name: "SluiceTestSupport", dependencies: ["SluiceBody"], path: "Tests/SluiceTestSupport"),
    .testTarget(name: "SluiceBodyTests", dependencies: ["SluiceBody", "SluiceTestSupport"]),
    .testTarget(
      name: "SluiceCodingTests", dependencies: ["SluiceCoding", "SluiceBody", "SluiceTestSupport"]),
    .testTarget(
      name: "SluiceMultipartTests",
      dependencies: ["SluiceMultipart", "SluiceBody", "SluiceCoding", "SluiceTestSupport"]),
    .testTarget(name: "SluiceLoopbackTests", dependencies: ["SluiceLoopback", "SluiceBody"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  var settings = target.swiftSettings ?? []
  settings += [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  // The Makefile and CI set this; a user's newer compiler may warn of what ours does not.
  if Context.environment["SLUICE_WARNINGS_AS_ERRORS"] != nil {
    settings.append(.treatAllWarnings(as: .error))
  }
  target.swiftSettings = settings
}
