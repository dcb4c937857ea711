// swift-tools-version: 6.2

import PackageDescription

// A package by somebody else: four parsers, each with a mistake that `.ci/fuzz-stranger` must find.
let package = Package(
  name: "Parsers",
  products: [.library(name: "Parsers", targets: ["Parsers"])],
  targets: [.target(name: "Parsers")],
  swiftLanguageModes: [.v6]
)
