// swift-tools-version: 6.2

import PackageDescription

// The signatures of swift-openapi-runtime that SluiceOpenAPI uses, for machines on which that does not resolve. `make
// test-traits` makes a repository of this folder, and names it as a mirror.
let package = Package(
  name: "swift-openapi-runtime",
  products: [.library(name: "OpenAPIRuntime", targets: ["OpenAPIRuntime"])],
  dependencies: [.package(url: "https://github.com/apple/swift-http-types", from: "1.8.0")],
  targets: [
    .target(
      name: "OpenAPIRuntime", dependencies: [.product(name: "HTTPTypes", package: "swift-http-types")])
  ],
  swiftLanguageModes: [.v6]
)
