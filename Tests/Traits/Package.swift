// swift-tools-version: 6.2

import PackageDescription

// A separate package, because what it tests needs traits, with which other packages and libraries are needed.
var traits: Set<Package.Dependency.Trait> = [
  "AsyncHTTPClient", "Brotli", "Configuration", "Hummingbird", "Macros", "Metrics", "NIO", "OpenAPI",
  "ServiceLifecycle", "Tracing", "Zstd",
]
// Set only for the benchmark, which compares ISA-L with zlib.
if Context.environment["SLUICE_ISAL"] != nil { traits.insert("ISAL") }

let package = Package(
  name: "traits",
  dependencies: [
    .package(name: "sluice", path: "../..", traits: traits),
    .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-openapi-runtime", from: "1.9.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    // The clients of the table in the article, for the tests and for the program that measures their memory.
    .target(
      name: "TestedClients",
      dependencies: [
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "Sluice", package: "sluice"),
        .product(name: "SluiceAsyncHTTPClient", package: "sluice"),
        .product(name: "SluiceURLSession", package: "sluice"),
      ],
      path: "TestedClients"),
    .executableTarget(
      name: "FormUploader",
      dependencies: [
        "TestedClients",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Sluice", package: "sluice"),
      ],
      path: "FormUploader"),
    // The program that Benchmarks/codings.py measures.
    .executableTarget(
      name: "DecodeFile",
      dependencies: [
        .product(name: "SluiceBrotli", package: "sluice"),
        .product(name: "SluiceGzip", package: "sluice"),
        .product(name: "SluiceZstd", package: "sluice"),
      ],
      path: "DecodeFile"),
    // The signatures of packages that are not available everywhere, for the lines in the articles.
    .target(
      name: "Vapor",
      dependencies: [
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ],
      path: "StandIns/Vapor"),
    .target(name: "HummingbirdNames", path: "StandIns/HummingbirdNames"),
    .testTarget(
      name: "AsyncHTTPClientTests",
      dependencies: [
        .product(name: "Sluice", package: "sluice"),
        .product(name: "SluiceAsyncHTTPClient", package: "sluice"),
        .product(name: "SluiceTesting", package: "sluice"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
      ]),
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
    .testTarget(
      name: "ConfigurationTests",
      dependencies: [
        .product(name: "Configuration", package: "swift-configuration"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Sluice", package: "sluice"),
        .product(name: "SluiceConfiguration", package: "sluice"),
        .product(name: "SluiceTesting", package: "sluice"),
      ]),
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
    // A module whose types are isolated to the main actor unless they say otherwise.
    .testTarget(
      name: "IsolatedMacrosTests", dependencies: [.product(name: "SluiceJSON", package: "sluice")],
      swiftSettings: [.defaultIsolation(MainActor.self)]),
    .testTarget(
      name: "JSONMacrosTests", dependencies: [.product(name: "SluiceJSON", package: "sluice")],
      // For the snippets of the article about JSON, which are compiled here, too.
      swiftSettings: [.define("Macros")]),
    .testTarget(
      name: "MatrixTests",
      dependencies: [
        "FormUploader", "TestedClients",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Sluice", package: "sluice"),
        .product(name: "SluiceTesting", package: "sluice"),
      ]),
    .testTarget(
      name: "MetricsTests",
      dependencies: [
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
        .product(name: "Sluice", package: "sluice"),
        .product(name: "SluiceMetrics", package: "sluice"),
        .product(name: "SluiceTesting", package: "sluice"),
      ]),
    .testTarget(
      name: "NIOTests",
      dependencies: [
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "Sluice", package: "sluice"),
        .product(name: "SluiceNIO", package: "sluice"),
      ]),
    .testTarget(
      name: "OpenAPITests",
      dependencies: [
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "OpenAPIRuntime", package: "swift-openapi-runtime"),
        .product(name: "Sluice", package: "sluice"),
        .product(name: "SluiceOpenAPI", package: "sluice"),
        .product(name: "SluiceTesting", package: "sluice"),
      ]),
    .testTarget(
      name: "ServiceTests",
      dependencies: [
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
        .product(name: "Sluice", package: "sluice"),
        .product(name: "SluiceOutbox", package: "sluice"),
        .product(name: "SluiceService", package: "sluice"),
        .product(name: "SluiceTesting", package: "sluice"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ]),
    .testTarget(
      name: "StandInTests",
      dependencies: [
        "HummingbirdNames", "Vapor",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "Sluice", package: "sluice"),
        .product(name: "SluiceAsyncHTTPClient", package: "sluice"),
        .product(name: "SluiceBody", package: "sluice"),
        .product(name: "SluiceMultipart", package: "sluice"),
        .product(name: "SluiceNIO", package: "sluice"),
        .product(name: "SluiceTesting", package: "sluice"),
      ]),
    .testTarget(
      name: "TracingTests",
      dependencies: [
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "Sluice", package: "sluice"),
        .product(name: "SluiceTesting", package: "sluice"),
        .product(name: "SluiceTracing", package: "sluice"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ]),
    .testTarget(
      name: "URLSessionTests",
      dependencies: [
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Sluice", package: "sluice"),
        .product(name: "SluiceTesting", package: "sluice"),
        .product(name: "SluiceURLSession", package: "sluice"),
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
