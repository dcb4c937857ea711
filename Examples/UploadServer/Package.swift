// swift-tools-version: 6.2

import PackageDescription

// A separate package, as any program that uses Sluice.
let package = Package(
  name: "upload-server",
  dependencies: [
    .package(name: "sluice", path: "../..", traits: ["Hummingbird"]),
    .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1"),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
  ],
  targets: [
    .executableTarget(
      name: "UploadServer",
      dependencies: [
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "SluiceHummingbird", package: "sluice"),
      ]),
    .testTarget(
      name: "UploadServerTests",
      dependencies: [
        "UploadServer", .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Sluice", package: "sluice"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// Set only by Sluice's Makefile, because a newer compiler may have other warnings.
if Context.environment["SLUICE_WARNINGS_AS_ERRORS"] != nil {
  for target in package.targets { target.swiftSettings = [.treatAllWarnings(as: .error)] }
}
