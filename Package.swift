// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

let package = Package(
  name: "sluice",
  products: [
    .library(name: "Sluice", targets: ["Sluice"]),
    // The parts, each with what it needs and no more. Only SluiceGzip and what uses it need zlib. Only Sluice,
    // SluiceOutbox, SluiceFoundation and SluiceTesting need libcurl.
    .library(name: "SluiceBody", targets: ["SluiceBody"]),
    .library(name: "SluiceNetwork", targets: ["SluiceNetwork"]),
    .library(name: "SluiceJSON", targets: ["SluiceJSON"]),
    .library(name: "SluiceCoding", targets: ["SluiceCoding"]),
    .library(name: "SluiceMultipart", targets: ["SluiceMultipart"]),
    .library(name: "SluiceGzip", targets: ["SluiceGzip"]),
    // Other content codings. Each is empty without its trait, Brotli or Zstd, and then needs no library.
    .library(name: "SluiceBrotli", targets: ["SluiceBrotli"]),
    .library(name: "SluiceZstd", targets: ["SluiceZstd"]),
    // The serialization half, without libcurl, for use with another HTTP client.
    .library(name: "SluiceSerialization", targets: ["SluiceSerialization"]),
    // Requests that are kept in a folder until they are delivered.
    .library(name: "SluiceOutbox", targets: ["SluiceOutbox"]),
    // Responses that are kept in memory or in a folder.
    .library(name: "SluiceCache", targets: ["SluiceCache"]),
    // Progress and notifications, XML documents and more text encodings, which need the large Foundation.
    .library(name: "SluiceFoundation", targets: ["SluiceFoundation"]),
    // A stub transport and a loopback server, for the tests of programs that use Sluice.
    .library(name: "SluiceTesting", targets: ["SluiceTesting"]),
    // Adaptors to other packages. Each needs a trait, without which the product is empty.
    .library(name: "SluiceAsyncHTTPClient", targets: ["SluiceAsyncHTTPClient"]),
    .library(name: "SluiceConfiguration", targets: ["SluiceConfiguration"]),
    .library(name: "SluiceHummingbird", targets: ["SluiceHummingbird"]),
    .library(name: "SluiceMetrics", targets: ["SluiceMetrics"]),
    .library(name: "SluiceNIO", targets: ["SluiceNIO"]),
    .library(name: "SluiceService", targets: ["SluiceService"]),
    .library(name: "SluiceTracing", targets: ["SluiceTracing"]),
    // Requests and responses of URLSession, which need FoundationNetworking, and no trait.
    .library(name: "SluiceURLSession", targets: ["SluiceURLSession"]),
    .executable(name: "sluice", targets: ["SluiceTool"]),
    // A corpus for parsers, and checks, generators and mutators for tests and fuzzers of other programs.
    .library(name: "SluiceFuzz", targets: ["SluiceFuzz"]),
    // The same for programs that are linked with libFuzzer.
    .library(name: "SluiceLibFuzzer", targets: ["SluiceLibFuzzer"]),
    // Only for the package in Fuzz.
    .library(name: "_SluiceFuzzTargets", targets: ["SluiceFuzzTargets"]),
  ],
  traits: [
    .trait(
      name: "AsyncHTTPClient",
      description: "SluiceAsyncHTTPClient: requests, decoders and sessions over AsyncHTTPClient.",
      enabledTraits: ["NIO"]),
    .trait(name: "Brotli", description: "The content coding br, decoded by libbrotlidec."),
    .trait(
      name: "Configuration", description: "SluiceConfiguration: settings of sessions by swift-configuration."),
    .trait(
      name: "Hummingbird", description: "SluiceHummingbird: forms and files in Hummingbird 2.",
      enabledTraits: ["NIO"]),
    .trait(
      name: "ISAL",
      description: "ISA-L decompresses gzip and deflate, and compresses at level 1, in place of zlib."),
    .trait(name: "Macros", description: "@JSONCodable and other macros, which need swift-syntax."),
    .trait(name: "Metrics", description: "SluiceMetrics: metrics of requests by swift-metrics."),
    .trait(name: "NIO", description: "SluiceNIO: bodies as ByteBuffers of swift-nio."),
    .trait(
      name: "ServiceLifecycle",
      description: "SluiceService: sessions and outboxes as services of swift-service-lifecycle."),
    .trait(name: "Tracing", description: "SluiceTracing: spans of requests by swift-distributed-tracing."),
    .trait(name: "Zstd", description: "The content coding zstd, decoded and encoded by libzstd."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-http-structured-headers", from: "1.7.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // Each is only fetched with its trait.
    .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"604.0.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev", "pkg-config"])]),
    .systemLibrary(
      name: "CBrotli", pkgConfig: "libbrotlidec", providers: [.apt(["libbrotli-dev", "pkg-config"])]),
    .systemLibrary(name: "CISAL", pkgConfig: "libisal", providers: [.apt(["libisal-dev", "pkg-config"])]),
    .systemLibrary(
      name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev", "pkg-config"])]),
    // 7.81.0 or later, with TLS and threads, which the first request checks. CurlFeature in SluiceSession lists the
    // differences between versions.
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev", "pkg-config"])]),
    // epoll(7), which Swift's Glibc module does not contain.
    .systemLibrary(name: "CEpoll"),
    // mallopt(3), likewise.
    .systemLibrary(name: "CMalloc"),
    // rtnetlink(7), likewise.
    .systemLibrary(name: "CNetlink"),
    // Instructions of processors that Swift's vectors do not use.
    .systemLibrary(name: "CScan"),
    // Likewise, for SHA-256.
    .systemLibrary(name: "CSHA"),

    // What the coders share. It has no public symbol and is not a product.
    .target(name: "SluiceSupport"),
    .target(name: "SluiceBody", dependencies: ["CSHA"]),
    .target(name: "SluiceNetwork", dependencies: ["CNetlink"]),
    .target(
      name: "SluiceJSON",
      dependencies: [
        "CScan", "SluiceSupport", .target(name: "SluiceMacros", condition: .when(traits: ["Macros"])),
      ]),
    // The implementation of the macros of SluiceJSON. Every product has the condition: otherwise, swift-syntax would be
    // fetched and built without the trait, too.
    .macro(
      name: "SluiceMacros",
      dependencies: [
        .target(name: "SluiceSupport", condition: .when(traits: ["Macros"])),
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax", condition: .when(traits: ["Macros"])),
        .product(name: "SwiftDiagnostics", package: "swift-syntax", condition: .when(traits: ["Macros"])),
        .product(name: "SwiftParser", package: "swift-syntax", condition: .when(traits: ["Macros"])),
        .product(name: "SwiftSyntax", package: "swift-syntax", condition: .when(traits: ["Macros"])),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax", condition: .when(traits: ["Macros"])),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax", condition: .when(traits: ["Macros"])),
      ]),
    .target(name: "SluiceCoding", dependencies: ["SluiceSupport"]),
    .target(
      name: "SluiceGzip",
      dependencies: [
        "SluiceBody", "SluiceSupport", "CZlib", .target(name: "CISAL", condition: .when(traits: ["ISAL"])),
      ]),
    .target(
      name: "SluiceBrotli",
      dependencies: [
        "SluiceBody", "SluiceGzip", "SluiceSupport",
        .target(name: "CBrotli", condition: .when(traits: ["Brotli"])),
      ]),
    .target(
      name: "SluiceZstd",
      dependencies: [
        "SluiceBody", "SluiceGzip", "SluiceSupport",
        .target(name: "CZstd", condition: .when(traits: ["Zstd"])),
      ]),
    .target(name: "SluiceMultipart", dependencies: ["SluiceBody", "SluiceCoding", "SluiceSupport"]),
    .target(
      name: "SluiceSerialization",
      dependencies: [
        "SluiceBody", "SluiceCoding", "SluiceGzip", "SluiceJSON", "SluiceMultipart", "SluiceSupport",
        .target(name: "SluiceBrotli", condition: .when(traits: ["Brotli"])),
        .target(name: "SluiceZstd", condition: .when(traits: ["Zstd"])),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "RawStructuredFieldValues", package: "swift-http-structured-headers"),
      ]),
    .target(
      name: "SluiceTransport",
      dependencies: [
        "CCurl", "CEpoll", "SluiceBody", "SluiceCoding", "SluiceSerialization", "SluiceSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    .target(
      name: "SluiceSession",
      dependencies: [
        "SluiceBody", "SluiceCoding", "SluiceGzip", "SluiceNetwork", "SluiceSerialization", "SluiceSupport",
        "SluiceTransport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    .target(
      name: "SluiceTransfers",
      dependencies: [
        "SluiceBody", "SluiceCoding", "SluiceJSON", "SluiceMultipart", "SluiceSerialization", "SluiceSession",
        "SluiceSupport", "SluiceTransport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),
    .target(
      name: "Sluice",
      dependencies: [
        "SluiceBody", "SluiceCoding", "SluiceGzip", "SluiceJSON", "SluiceMultipart", "SluiceNetwork",
        "SluiceSerialization", "SluiceSession", "SluiceTransfers", "SluiceTransport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),

    .target(
      name: "SluiceOutbox",
      dependencies: [
        "SluiceBody", "SluiceGzip", "SluiceJSON", "SluiceSerialization", "SluiceSession", "SluiceTransfers",
        "SluiceTransport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),

    .target(
      name: "SluiceCache",
      dependencies: [
        "SluiceBody", "SluiceCoding", "SluiceGzip", "SluiceSerialization", "SluiceSession", "SluiceTransport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),

    .target(
      name: "SluiceFoundation",
      dependencies: [
        "SluiceBody", "SluiceCoding", "SluiceSerialization", "SluiceSession", "SluiceTransfers",
        "SluiceTransport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),

    // Adaptors. A target whose trait is off is empty. Every product has the condition: otherwise, its package would be
    // fetched without the trait, too.
    .target(
      name: "SluiceAsyncHTTPClient",
      dependencies: [
        "SluiceBody", "SluiceNIO", "SluiceSerialization", "SluiceSession", "SluiceTransport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(
          name: "AsyncHTTPClient", package: "async-http-client", condition: .when(traits: ["AsyncHTTPClient"])
        ),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["AsyncHTTPClient"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["AsyncHTTPClient"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["AsyncHTTPClient"])),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["AsyncHTTPClient"])),
      ]),
    .target(
      name: "SluiceConfiguration",
      dependencies: [
        "SluiceSession", "SluiceTransport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(
          name: "Configuration", package: "swift-configuration", condition: .when(traits: ["Configuration"])),
      ]),
    .target(
      name: "SluiceHummingbird",
      dependencies: [
        "SluiceBody", "SluiceCoding", "SluiceMultipart", "SluiceNIO",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Hummingbird"])),
      ]),
    .target(
      name: "SluiceMetrics",
      dependencies: [
        "SluiceBody", "SluiceSession", "SluiceTransport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
      ]),
    .target(
      name: "SluiceNIO",
      dependencies: [
        "SluiceBody",
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["NIO"])),
      ]),
    .target(
      name: "SluiceService",
      dependencies: [
        "SluiceBody", "SluiceOutbox", "SluiceSession",
        .product(
          name: "ServiceLifecycle", package: "swift-service-lifecycle",
          condition: .when(traits: ["ServiceLifecycle"])),
      ]),
    .target(
      name: "SluiceTracing",
      dependencies: [
        "SluiceSession", "SluiceTransport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(
          name: "Tracing", package: "swift-distributed-tracing", condition: .when(traits: ["Tracing"])),
      ]),
    .target(
      name: "SluiceURLSession",
      dependencies: [
        "SluiceBody", "SluiceSerialization",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),

    // The files of Corpus/portable, as constants.
    .target(name: "CCorpus"),
    .target(
      name: "SluiceFuzz",
      dependencies: ["CCorpus", "SluiceBody", "SluiceGzip", "SluiceJSON", "SluiceSupport"]),

    // The functions that libFuzzer and AFL++ call, for programs that those are linked with.
    .systemLibrary(name: "CLibFuzzer"),
    .target(name: "SluiceLibFuzzer", dependencies: ["CLibFuzzer", "SluiceFuzz"]),

    // The properties of each parser, which the fuzzer and the tests check. Not part of the toolkit.
    .target(
      name: "SluiceFuzzTargets",
      dependencies: [
        "SluiceBody", "SluiceCache", "SluiceCoding", "SluiceFoundation", "SluiceFuzz", "SluiceGzip",
        "SluiceJSON", "SluiceMultipart", "SluiceOutbox", "SluiceSerialization", "SluiceSession",
        "SluiceSupport", "SluiceTransfers", "SluiceTransport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),

    // The HTTP server on loopback for the demo and for tests, a part of the product SluiceTesting.
    .target(name: "SluiceLoopback", dependencies: ["SluiceBody", "SluiceCoding"]),
    .target(
      name: "SluiceTesting",
      dependencies: [
        "SluiceBody", "SluiceJSON", "SluiceLoopback", "SluiceSession", "SluiceTransport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),
    .executableTarget(
      name: "SluiceTool",
      dependencies: [
        "CMalloc", "Sluice", "SluiceCache", "SluiceFuzz", "SluiceLoopback", "SluiceOutbox", "SluiceSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ]),

    // Code that the test targets share.
    .target(
      name: "SluiceTestSupport", dependencies: ["SluiceBody"], path: "Tests/SluiceTestSupport"),
    // A process that uses a cache's folder until it is killed, for Tests/CacheKills/kills.py.
    .executableTarget(
      name: "CacheKills", dependencies: ["SluiceBody", "SluiceCache"], path: "Tests/CacheKills",
      exclude: ["kills.py"]),
    // A client with a cache, for Tests/CacheSuite/suite.py.
    .executableTarget(
      name: "CacheDriver", dependencies: ["Sluice", "SluiceBody", "SluiceCache"], path: "Tests/CacheSuite",
      exclude: ["suite.mjs", "suite.py"]),
    // Measures a cache, for Benchmarks/cache.py. The store has no public face, so it is not in that package.
    .executableTarget(
      name: "CacheBenchmark",
      dependencies: ["Sluice", "SluiceBody", "SluiceCache", "SluiceTesting"],
      path: "Benchmarks/Sources/CacheBenchmark"),
    .testTarget(name: "SluiceBodyTests", dependencies: ["SluiceBody", "SluiceTestSupport"]),
    .testTarget(name: "SluiceNetworkTests", dependencies: ["SluiceNetwork", "SluiceTestSupport"]),
    .testTarget(
      name: "SluiceSupportTests", dependencies: ["SluiceSupport", "SluiceTestSupport"]),
    .testTarget(
      name: "SluiceJSONTests",
      dependencies: ["CScan", "SluiceJSON", "SluiceBody", "SluiceSupport", "SluiceTestSupport"]),
    .testTarget(
      name: "SluiceCodingTests",
      dependencies: ["SluiceCoding", "SluiceJSON", "SluiceTestSupport"]),
    .testTarget(
      name: "SluiceGzipTests", dependencies: ["SluiceGzip", "SluiceBody", "SluiceTestSupport"]),
    .testTarget(
      name: "SluiceMultipartTests",
      dependencies: ["SluiceMultipart", "SluiceBody", "SluiceCoding", "SluiceTestSupport"]),
    .testTarget(
      name: "SluiceSerializationTests",
      dependencies: [
        "SluiceSerialization", "SluiceBody", "SluiceCoding", "SluiceGzip", "SluiceJSON", "SluiceMultipart",
        "SluiceTestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),
    .testTarget(
      name: "SluiceFoundationTests",
      dependencies: [
        "SluiceFoundation", "Sluice", "SluiceBody", "SluiceCoding", "SluiceJSON", "SluiceLoopback",
        "SluiceSerialization", "SluiceTestSupport", "SluiceTesting",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),
    .testTarget(
      name: "SluiceFuzzTests",
      dependencies: [
        "SluiceBody", "SluiceFuzz", "SluiceGzip", "SluiceJSON", "SluiceLibFuzzer", "SluiceMultipart",
      ]),
    .testTarget(name: "SluiceCorpusTests", dependencies: ["SluiceFuzz", "SluiceFuzzTargets", "SluiceJSON"]),
    .testTarget(
      name: "SluiceLoopbackTests", dependencies: ["SluiceLoopback", "SluiceBody", "SluiceTestSupport"]),
    .testTarget(
      name: "SluiceSessionTests",
      dependencies: [
        "CCurl", "Sluice", "SluiceBody", "SluiceLoopback", "SluiceSerialization", "SluiceSession",
        "SluiceTestSupport", "SluiceTransfers", "SluiceTransport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    .testTarget(
      name: "SluiceOutboxTests",
      dependencies: [
        "SluiceOutbox", "Sluice", "SluiceBody", "SluiceSession", "SluiceTesting", "SluiceTestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),
    .testTarget(
      name: "SluiceCacheTests",
      dependencies: [
        "SluiceCache", "Sluice", "SluiceBody", "SluiceLoopback", "SluiceTestSupport", "SluiceTesting",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),
    .testTarget(
      name: "SluiceTestingTests",
      dependencies: ["SluiceTesting", "Sluice", "SluiceBody", "SluiceTestSupport"]),
    // Compiles the snippets of the README and of the articles.
    .testTarget(
      name: "SluiceReadmeTests",
      dependencies: [
        "Sluice", "SluiceBody", "SluiceCache", "SluiceCoding", "SluiceFoundation", "SluiceGzip", "SluiceJSON",
        "SluiceMultipart",
        "SluiceFuzz", "SluiceNetwork", "SluiceOutbox", "SluiceSerialization", "SluiceTesting",
        .product(name: "Logging", package: "swift-log"),
      ]),
    .testTarget(
      name: "SluiceToolTests",
      dependencies: [
        "SluiceTool", "Sluice", "SluiceBody", "SluiceCache", "SluiceFuzz", "SluiceLoopback",
        "SluiceTestSupport",
        "SluiceTransport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// The test targets to build; all of them unless the Makefile names some.
if let tests = Context.environment["SLUICE_TESTS"] {
  package.targets.removeAll { $0.type == .test && !tests.split(separator: " ").contains(Substring($0.name)) }
}

for target in package.targets where target.type != .system {
  var settings = target.swiftSettings ?? []
  settings += [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  // Set only by the Makefile and CI, because a user's newer compiler may have other warnings.
  if Context.environment["SLUICE_WARNINGS_AS_ERRORS"] != nil {
    settings.append(.treatAllWarnings(as: .error))
  }
  target.swiftSettings = settings
}
