import Foundation
import Testing

/// Compiles `Slips.swift`, whose comments contain the errors that the compiler must report.
@Suite(.timeLimit(.minutes(5))) struct SlipTests {
  /// The errors are those of this version, and so is the option that accepts others in the modules.
  private static let isCurrent: Bool = {
    #if compiler(>=6.3)
      true
    #else
      false
    #endif
  }()

  @Test(.enabled(if: isCurrent, "needs the compiler of Swift 6.3"))
  func `what is easily mistyped has an error that names the cause`() throws {
    let modules = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "Modules")
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
      .standardizedFileURL
    let compiler = Process()
    let output = Pipe()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.currentDirectoryURL = root
    compiler.arguments =
      ["swiftc", "-typecheck", "-suppress-warnings", "-swift-version", "6", "-I", modules.path]
      + ["CZlib", "CCurl", "CEpoll", "CFiles", "CNetlink", "CScan", "CSHA"].flatMap {
        ["-Xcc", "-fmodule-map-file=Sources/Libraries/\($0)/module.modulemap"]
      } + ["-Xfrontend", "-verify", "-Xfrontend", "-verify-ignore-unrelated", "Tests/Slips/Slips.swift"]
    compiler.standardOutput = output
    compiler.standardError = output
    try compiler.run()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    compiler.waitUntilExit()
    #expect(compiler.terminationStatus == 0, "\(text)")
  }
}
