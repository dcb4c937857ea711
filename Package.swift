// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "sluice",
  products: [
    .library(name: "Sluice", targets: ["Sluice"]),
    // The serialization half, for users of another HTTP client: no libcurl behind it.
    .library(
      name: "SluiceSerialization",
      targets: ["SluiceBody", "SluiceCoding", "SluiceGzip", "SluiceMultipart", "SluiceSerialization"]),
    // What needs the large Foundation: XML documents, and more text encodings.
    .library(name: "SluiceFoundation", targets: ["SluiceFoundation"]),
    .executable(name: "sluice", targets: ["SluiceTool"]),
    // For the package in Fuzz alone.
    .library(name: "_SluiceFuzzing", targets: ["SluiceFuzzing"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev", "pkg-config"])]),
    // 7.81.0 or later, with TLS and threads, checked when the first request is sent. What differs between versions is in
    // SluiceSession's CurlFeature.
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev", "pkg-config"])]),
    // epoll(7), which Swift's Glibc module leaves out.
    .systemLibrary(name: "CEpoll"),

    .target(name: "SluiceBody"),
    .target(name: "SluiceCoding"),
    .target(name: "SluiceGzip", dependencies: ["SluiceBody", "CZlib"]),
    .target(name: "SluiceMultipart", dependencies: ["SluiceBody", "SluiceCoding"]),
    .target(
      name: "SluiceSerialization",
      dependencies: [
        "SluiceBody", "SluiceCoding", "SluiceGzip", "SluiceMultipart",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),
    .target(
      name: "SluiceSession",
      dependencies: [
        "SluiceBody", "SluiceCoding", "SluiceGzip", "SluiceMultipart", "SluiceSerialization", "CCurl",
        "CEpoll",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    .target(
      name: "Sluice",
      dependencies: [
        "SluiceBody", "SluiceCoding", "SluiceGzip", "SluiceMultipart", "SluiceSerialization",
        "SluiceSession",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),

    .target(
      name: "SluiceFoundation",
      dependencies: [
        "SluiceCoding", "SluiceSerialization", .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),

    // The properties of every parser, which the fuzzer and the tests check. Not part of the toolkit.
    .target(
      name: "SluiceFuzzing",
      dependencies: [
        "SluiceBody", "SluiceCoding", "SluiceGzip", "SluiceMultipart", "SluiceSerialization", "SluiceSession",
        "SluiceFoundation",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),

    // The HTTP server on loopback that the demo and the tests talk to. Not a product.
    .target(name: "SluiceLoopback", dependencies: ["SluiceBody"]),
    .executableTarget(
      name: "SluiceTool",
      dependencies: [
        "Sluice", "SluiceLoopback",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ]),

    // What the test targets share.
    .target(
      name: "SluiceTestSupport", dependencies: ["SluiceBody"], path: "Tests/SluiceTestSupport"),
    .testTarget(name: "SluiceBodyTests", dependencies: ["SluiceBody", "SluiceTestSupport"]),
    .testTarget(
      name: "SluiceCodingTests", dependencies: ["SluiceCoding", "SluiceBody", "SluiceTestSupport"]),
    .testTarget(
      name: "SluiceGzipTests", dependencies: ["SluiceGzip", "SluiceBody", "SluiceTestSupport"]),
    .testTarget(
      name: "SluiceMultipartTests",
      dependencies: ["SluiceMultipart", "SluiceBody", "SluiceCoding", "SluiceTestSupport"]),
    .testTarget(
      name: "SluiceSerializationTests",
      dependencies: [
        "SluiceSerialization", "SluiceBody", "SluiceCoding", "SluiceGzip", "SluiceMultipart",
        "SluiceTestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),
    .testTarget(
      name: "SluiceFoundationTests",
      dependencies: [
        "SluiceFoundation", "SluiceCoding", "SluiceLoopback", "SluiceSerialization", "SluiceTestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),
    .testTarget(name: "SluiceCorpusTests", dependencies: ["SluiceFuzzing"]),
    .testTarget(name: "SluiceLoopbackTests", dependencies: ["SluiceLoopback", "SluiceBody"]),
    .testTarget(
      name: "SluiceSessionTests",
      dependencies: [
        "CCurl", "Sluice", "SluiceBody", "SluiceLoopback", "SluiceSerialization", "SluiceTestSupport",
        .product(name: "Logging", package: "swift-log"),
      ]),
    .testTarget(
      name: "SluiceToolTests",
      dependencies: [
        "SluiceTool", "Sluice", "SluiceBody", "SluiceLoopback", "SluiceTestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
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
