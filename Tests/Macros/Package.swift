// swift-tools-version: 6.2

import PackageDescription

// A separate package, because the macros need a trait, and only they need swift-syntax.
let package = Package(
  name: "macros",
  dependencies: [
    .package(name: "sluice", path: "../..", traits: ["Macros"])
  ],
  targets: [
    .testTarget(name: "JSONMacrosTests", dependencies: [.product(name: "SluiceJSON", package: "sluice")]),
    // A module whose types are isolated to the main actor unless they say otherwise.
    .testTarget(
      name: "IsolatedMacrosTests", dependencies: [.product(name: "SluiceJSON", package: "sluice")],
      swiftSettings: [.defaultIsolation(MainActor.self)]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  var settings = target.swiftSettings ?? []
  // The snippets of the article about JSON are compiled here, too.
  settings += [.enableUpcomingFeature("MemberImportVisibility"), .define("Macros")]
  // Set only by Sluice's Makefile, because a newer compiler may have other warnings.
  if Context.environment["SLUICE_WARNINGS_AS_ERRORS"] != nil {
    settings.append(.treatAllWarnings(as: .error))
  }
  target.swiftSettings = settings
}
