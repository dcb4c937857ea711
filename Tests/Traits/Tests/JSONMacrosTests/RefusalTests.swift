import Foundation
import Testing

/// Compiles `Refused.swift`, whose comments contain the errors that the compiler must report.
@Suite(.timeLimit(.minutes(5))) struct RefusalTests {
  #if compiler(<6.3)
    @Test(.disabled("Swift 6.2 cannot check errors in the expansions of macros"))
  #else
    @Test
  #endif
  func `what a macro cannot honor is a compile-time error`() throws {
    let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
      path: "../../Refused/Refused.swift")
    // The C module of SluiceJSON.
    let map = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
      path: "../../../../Sources/Libraries/CScan/module.modulemap")
    let compiler = Process()
    let output = Pipe()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments = [
      "swiftc", "-typecheck", "-swift-version", "6", "-I", products.appending(path: "Modules").path,
      "-Xcc", "-fmodule-map-file=\(map.standardizedFileURL.path)",
      "-load-plugin-executable", products.appending(path: "SluiceMacros-tool").path + "#SluiceMacros",
      "-Xfrontend", "-verify", source.standardizedFileURL.path,
    ]
    compiler.standardOutput = output
    compiler.standardError = output
    try compiler.run()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    compiler.waitUntilExit()
    #expect(compiler.terminationStatus == 0, "\(text)")
  }
}
