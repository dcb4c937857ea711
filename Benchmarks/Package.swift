// swift-tools-version: 6.2

import PackageDescription

// A separate package, so that programs that depend on Sluice do not build the benchmarks.
let package = Package(
  name: "benchmarks",
  dependencies: [
    .package(name: "sluice", path: "..", traits: ["AsyncHTTPClient", "Hummingbird", "Metrics", "Tracing"]),
    // The client that Sluice is compared with, and the framework of the server that both clients talk to.
    .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
    // What the adaptors are compared with.
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
  ],
  targets: [
    // What benchmarks report. The peers of a benchmark are dependencies of its own target alone.
    .target(name: "BenchmarkReport"),
    .executableTarget(
      name: "AdaptorBenchmark",
      dependencies: [
        .product(name: "Sluice", package: "sluice"),
        .product(name: "SluiceAsyncHTTPClient", package: "sluice"),
        .product(name: "SluiceHummingbird", package: "sluice"),
        .product(name: "SluiceMetrics", package: "sluice"),
        .product(name: "SluiceNIO", package: "sluice"),
        .product(name: "SluiceTracing", package: "sluice"),
        .product(name: "SluiceURLSession", package: "sluice"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
        .product(name: "_NIOFileSystem", package: "swift-nio"),
      ]),
    .executableTarget(name: "CurlLoop", linkerSettings: [.linkedLibrary("curl")]),
    .executableTarget(
      name: "JSONBenchmark",
      dependencies: ["BenchmarkReport", .product(name: "SluiceSerialization", package: "sluice")]),
    .executableTarget(
      name: "MultipartBenchmark",
      dependencies: ["BenchmarkReport", .product(name: "SluiceMultipart", package: "sluice")]),
    .executableTarget(
      name: "OutboxBenchmark",
      dependencies: [
        "BenchmarkReport",
        .product(name: "Sluice", package: "sluice"),
        .product(name: "SluiceOutbox", package: "sluice"),
        .product(name: "SluiceTesting", package: "sluice"),
      ]),
    .executableTarget(
      name: "QueryBenchmark",
      dependencies: ["BenchmarkReport", .product(name: "SluiceSerialization", package: "sluice")]),
    .executableTarget(
      name: "RequestBenchmark", dependencies: [.product(name: "Sluice", package: "sluice")]),
    .executableTarget(
      name: "SessionBenchmark",
      dependencies: [
        "BenchmarkReport",
        .product(name: "Sluice", package: "sluice"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]),
    .executableTarget(
      name: "TransferBenchmark",
      dependencies: [
        .product(name: "Sluice", package: "sluice"),
        .product(name: "SluiceAsyncHTTPClient", package: "sluice"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "_NIOFileSystem", package: "swift-nio"),
      ]),
    .executableTarget(name: "URLSessionBenchmark"),
  ],
  swiftLanguageModes: [.v6]
)

// Types that any_documents.py infers from documents.
if let documents = Context.environment["SLUICE_DOCUMENTS"] {
  package.targets.append(
    .executableTarget(
      name: "DocumentBenchmark", dependencies: [.product(name: "SluiceSerialization", package: "sluice")],
      path: documents))
}
