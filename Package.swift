// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

// Each floor is a folder of Sources, with its tests in the folder of Tests of that name. The lists name modules without
// "Sluice", and each imports only what is above it.

// C libraries, and headers of the system that Swift's Glibc module lacks.
let libraries = floor(
  "Libraries",
  library("CZlib", "zlib", apt: "zlib1g-dev"),
  library("CBrotli", "libbrotlidec", apt: "libbrotli-dev"),
  library("CISAL", "libisal", apt: "libisal-dev"),
  library("CZstd", "libzstd", apt: "libzstd-dev"),
  // 7.81.0 or later, with TLS and threads, which the first request checks. CurlFeature in SluiceTransport lists the
  // differences between versions.
  library("CCurl", "libcurl", apt: "libcurl4-openssl-dev"),
  .systemLibrary(name: "CEpoll"),
  .systemLibrary(name: "CFiles"),
  .systemLibrary(name: "CMalloc"),
  .systemLibrary(name: "CNetlink"),
  // Instructions of processors that Swift's vectors do not use.
  .systemLibrary(name: "CScan"),
  .systemLibrary(name: "CSHA"))

// Values as bytes, and back, for any client and any server.
let values = floor(
  "Values",
  // What all errors share. Each module with errors re-exports it, so it is not a product.
  module("Errors"),
  // What the coders share. It has no public symbol, and is not a product.
  module("Support", "Errors"),
  module("Body", "Errors", "CFiles", "CSHA"),
  module("Coding", "Errors Support"),
  // The implementation of the macros of SluiceJSON.
  .macro(
    name: "SluiceMacros",
    dependencies: [
      .with("Macros", "SluiceSupport"), .with("Macros", "SwiftCompilerPlugin", of: "swift-syntax"),
      .with("Macros", "SwiftDiagnostics", of: "swift-syntax"),
      .with("Macros", "SwiftParser", of: "swift-syntax"),
      .with("Macros", "SwiftSyntax", of: "swift-syntax"),
      .with("Macros", "SwiftSyntaxBuilder", of: "swift-syntax"),
      .with("Macros", "SwiftSyntaxMacros", of: "swift-syntax"),
    ]),
  module("JSON", "Errors Support", "CScan", .with("Macros", "SluiceMacros")),
  module("Multipart", "Body Coding Errors Support"),
  module("Gzip", "Body Errors Support", "CZlib", .with("ISAL", "CISAL")),
  module("Brotli", "Body Errors Gzip Support", .with("Brotli", "CBrotli")),
  module("Zstd", "Body Errors Gzip Support", .with("Zstd", "CZstd")),
  module(
    "Serialization", "Body Coding Errors Gzip JSON Multipart Support", .with("Brotli", "SluiceBrotli"),
    .with("Zstd", "SluiceZstd"), .httpTypes, .structuredFields))

let client = floor(
  "Client",
  module("Network", "Errors", "CNetlink"),
  module("Transport", "Body Coding Errors Serialization Support", "CCurl", "CEpoll", .httpTypes, .logging),
  module("Session", "Body Coding Errors Gzip Network Serialization Support Transport", .httpTypes, .logging),
  module("Transfers", "Body Coding JSON Multipart Serialization Session Support Transport", .httpTypes),
  .target(
    name: "Sluice",
    dependencies: sluice("Body Coding Errors Gzip JSON Multipart Serialization Session Transfers")
      + sluice("Transport") + [.httpTypes]))

// What stands beside the client.
let beside = floor(
  "Beside",
  // Requests that are kept in a folder until they are delivered.
  module("Outbox", "Body Errors Gzip JSON Serialization Session Transfers Transport", .httpTypes),
  // Responses that are kept in memory or in a folder.
  module("Cache", "Body Coding Gzip Serialization Session Support Transport", .httpTypes),
  // Progress and notifications, XML documents and more text encodings, which need the large Foundation.
  module("Foundation", "Body Coding Errors Serialization Session Transfers Transport", .httpTypes),
  // The HTTP server on loopback for the demo and for tests, a part of the product SluiceTesting.
  module("Loopback", "Body Coding Errors", .httpTypes),
  // A stub transport and that server, for the tests of programs that use Sluice.
  module("Testing", "Body JSON Loopback Session Transport", .httpTypes))

// Adaptors to other packages, empty without their traits. SluiceURLSession needs FoundationNetworking instead.
let adaptors = floor(
  "Adaptors",
  module("NIO", "Body", .with("NIO", "NIOCore", of: "swift-nio")),
  module(
    "AsyncHTTPClient", "Body Errors NIO Serialization Session Transport", .httpTypes,
    .with("AsyncHTTPClient", "AsyncHTTPClient", of: "async-http-client"),
    .with("AsyncHTTPClient", "NIOCore", of: "swift-nio"),
    .with("AsyncHTTPClient", "NIOHTTP1", of: "swift-nio"),
    .with("AsyncHTTPClient", "NIOPosix", of: "swift-nio"),
    .with("AsyncHTTPClient", "NIOSSL", of: "swift-nio-ssl")),
  module(
    "Configuration", "Session Transport", .httpTypes,
    .with("Configuration", "Configuration", of: "swift-configuration")),
  module(
    "Hummingbird", "Body Coding Multipart NIO Support", .httpTypes,
    .with("Hummingbird", "Hummingbird", of: "hummingbird")),
  module("Metrics", "Body Session Transport", .httpTypes, .with("Metrics", "Metrics", of: "swift-metrics")),
  module(
    "OpenAPI", "Body Coding Session", .httpTypes,
    .with("OpenAPI", "OpenAPIRuntime", of: "swift-openapi-runtime")),
  module(
    "Service", "Body Outbox Session",
    .with("ServiceLifecycle", "ServiceLifecycle", of: "swift-service-lifecycle")),
  module(
    "Tracing", "Session Transport", .httpTypes, .with("Tracing", "Tracing", of: "swift-distributed-tracing")),
  module("URLSession", "Body Serialization", .httpTypes))

let fuzzKit = floor(
  "FuzzKit",
  // The files of Corpus/portable, as constants.
  .target(name: "CCorpus"),
  // What a copy of a process does that Swift cannot.
  .target(name: "CWorker"),
  module("Fuzz", "Body Gzip JSON Support", "CCorpus", "CWorker"),
  // The functions that libFuzzer and AFL++ call, for programs that those are linked with.
  .systemLibrary(name: "CLibFuzzer"),
  module("LibFuzzer", "Fuzz", "CLibFuzzer"))

let tool = floor(
  "Tool",
  // The commands, but those of the corpus.
  module("Tool", "Cache Loopback Outbox Support", "CMalloc", "Sluice", .argumentParser, .logging),
  // The programs: `sluice`, and `sluice-corpus` beside it, which runs `sluice corpus` and `sluice fuzz`.
  .executableTarget(name: "SluiceMain", dependencies: sluice("Tool")),
  .executableTarget(
    name: "SluiceCorpusTool",
    dependencies: sluice("Fuzz Support Tool") + ["Sluice", "CWorker", .argumentParser]))

// Programs and code that only tests, the fuzzer and benchmarks use.
let programs: [Target] = [
  // The properties of Sluice's own parsers.
  .target(
    name: "SluiceFuzzTargets",
    dependencies: sluice(
      "Body Cache Coding Foundation Fuzz Gzip JSON Multipart Outbox Serialization Session Support")
      + sluice("Transfers Transport") + [.httpTypes], path: "Fuzz/Targets"),
  // A process that uses a cache's folder until it is killed.
  .executableTarget(
    name: "CacheKills", dependencies: sluice("Body Cache"), path: "Tests/Beside/CacheKills",
    exclude: ["kills.py"]),
  // A client with a cache, for the suite of others.
  .executableTarget(
    name: "CacheDriver", dependencies: sluice("Body Cache") + ["Sluice"], path: "Tests/Beside/CacheSuite",
    exclude: ["suite.mjs", "suite.py"]),
  // The store has no public face, so this is not in the package of benchmarks.
  .executableTarget(
    name: "CacheBenchmark", dependencies: sluice("Body Cache Support Testing") + ["Sluice"],
    path: "Benchmarks/Sources/CacheBenchmark"),
  .target(
    name: "SluiceTestSupport", dependencies: ["SluiceBody", .httpTypes], path: "Tests/SluiceTestSupport"),
  .target(
    name: "SluiceClientTestSupport", dependencies: sluice("Body Loopback TestSupport") + ["Sluice"],
    path: "Tests/Client/SluiceClientTestSupport"),
]

let testModules: [[Target]] = [
  floor(
    "Values", tests("Support"), tests("Body"), tests("Coding", "JSON"),
    tests("JSON", "Body Support", "CScan"),
    tests("Multipart", "Body Coding"), tests("Gzip", "Body"),
    tests("Serialization", "Body Coding Gzip JSON Multipart", .httpTypes)),
  floor(
    "Client", tests("Network"),
    tests("Transport", "Body ClientTestSupport Loopback Session", "CCurl", "Sluice", .httpTypes),
    tests(
      "Session", "Body ClientTestSupport Loopback Network Serialization Transfers Transport", "Sluice",
      .httpTypes, .logging),
    tests(
      "Transfers", "Body ClientTestSupport Loopback Serialization Session Transport", "Sluice", .httpTypes)),
  floor(
    "Beside", tests("Outbox", "Body Network Session Testing", "Sluice", .httpTypes),
    tests("Cache", "Body Loopback Testing", "Sluice", .httpTypes),
    tests("Foundation", "Body Coding JSON Loopback Serialization Testing", "Sluice", .httpTypes),
    tests("Loopback", "Body Coding"), tests("Testing", "Body", "Sluice")),
  floor(
    "FuzzKit",
    .testTarget(name: "SluiceFuzzTests", dependencies: sluice("Body Fuzz Gzip JSON LibFuzzer Multipart")),
    .testTarget(name: "SluiceCorpusTests", dependencies: sluice("Fuzz FuzzTargets JSON"))),
  floor(
    "Tool",
    tests("Tool", "Body Cache CorpusTool Fuzz Loopback Main Transport", "Sluice", .argumentParser)),
  // Compiles the snippets of the README and of the articles.
  [
    .testTarget(
      name: "SluiceReadmeTests",
      dependencies: sluice(
        "Body Cache Coding Foundation Fuzz Gzip JSON Multipart Network Outbox Serialization Testing")
        + ["Sluice", .logging])
  ],
]

// A product is a module with what it needs, and no more. Only SluiceGzip and what uses it need zlib. Only Sluice,
// SluiceOutbox, SluiceCache, SluiceFoundation and SluiceTesting need libcurl.
let products: [Product] = [
  "Sluice", "SluiceBody", "SluiceNetwork", "SluiceJSON", "SluiceCoding", "SluiceMultipart", "SluiceGzip",
  "SluiceBrotli", "SluiceZstd", "SluiceSerialization", "SluiceOutbox", "SluiceCache", "SluiceFoundation",
  "SluiceTesting", "SluiceAsyncHTTPClient", "SluiceConfiguration", "SluiceHummingbird", "SluiceMetrics",
  "SluiceNIO", "SluiceOpenAPI", "SluiceService", "SluiceTracing", "SluiceURLSession", "SluiceFuzz",
  "SluiceLibFuzzer",
].map { .library(name: $0, targets: [$0]) }

let package = Package(
  name: "sluice",
  products: products + [
    .executable(name: "sluice", targets: ["SluiceMain"]),
    .executable(name: "sluice-corpus", targets: ["SluiceCorpusTool"]),
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
      name: "OpenAPI",
      description: "SluiceOpenAPI: sessions as transports of clients made by swift-openapi-generator."),
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
    .package(url: "https://github.com/apple/swift-openapi-runtime", from: "1.9.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"604.0.0"),
  ],
  targets: libraries + values + client + beside + adaptors + fuzzKit + tool + programs
    + testModules.flatMap { $0 },
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
  #if compiler(<6.3)
    // For the attributes `@_lifetime`, which later versions infer.
    settings.append(.enableExperimentalFeature("Lifetimes"))
  #endif
  // Set only by the Makefile and CI, because a user's newer compiler may have other warnings.
  if Context.environment["SLUICE_WARNINGS_AS_ERRORS"] != nil {
    settings.append(.treatAllWarnings(as: .error))
  }
  target.swiftSettings = settings
}

// MARK: Short forms

/// Puts modules into the folder of a floor.
func floor(_ name: String, _ targets: Target...) -> [Target] {
  for target in targets {
    target.path = "\(target.type == .test ? "Tests" : "Sources")/\(name)/\(target.name)"
  }
  return targets
}

func module(_ name: String, _ modules: String = "", _ others: Target.Dependency...) -> Target {
  .target(name: "Sluice\(name)", dependencies: sluice(modules) + others)
}

func tests(_ module: String, _ modules: String = "", _ others: Target.Dependency...) -> Target {
  .testTarget(
    name: "Sluice\(module)Tests", dependencies: sluice("\(module) TestSupport \(modules)") + others)
}

/// Returns modules from their names without "Sluice".
func sluice(_ names: String) -> [Target.Dependency] {
  names.split(separator: " ").map { .byName(name: "Sluice\($0)") }
}

func library(_ name: String, _ pkgConfig: String, apt package: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package, "pkg-config"])])
}

extension Target.Dependency {
  static var httpTypes: Self { .product(name: "HTTPTypes", package: "swift-http-types") }
  static var structuredFields: Self {
    .product(name: "RawStructuredFieldValues", package: "swift-http-structured-headers")
  }
  static var logging: Self { .product(name: "Logging", package: "swift-log") }
  static var argumentParser: Self { .product(name: "ArgumentParser", package: "swift-argument-parser") }

  /// A module that is only used with a trait.
  static func with(_ trait: String, _ module: String) -> Self {
    .target(name: module, condition: .when(traits: [trait]))
  }

  /// A product that is only used with a trait. Without its trait, a package is not fetched only if each of its products
  /// has the condition.
  static func with(_ trait: String, _ product: String, of package: String) -> Self {
    .product(name: product, package: package, condition: .when(traits: [trait]))
  }
}
