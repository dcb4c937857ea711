import Foundation
import SluiceFuzz

/// A check of a parser with the properties that its documentation leads to expect.
struct Attack: Sendable {
  /// What is fuzzed.
  let target: FuzzTarget
  /// Checks the documents of the corpus with their verdicts, which a fuzzer ignores.
  let runCorpus: @Sendable () throws -> Void

  init<Value>(_ name: String, _ check: ParserCheck<Value>, maximumByteCount: Int = 8192) {
    target = check.target(name, maximumByteCount: maximumByteCount)
    runCorpus = { if check.format != nil { try check.run(.corpus) } }
  }
}

let attacks: [Attack] = [
  Attack("bigint", bigInt),
  Attack("flyingfox", flyingFox),
  Attack("flyingfox-websocket", flyingFoxWebSocket),
  Attack("mustache", mustache, maximumByteCount: 1024),
  Attack("nio-http1", nioHTTP),
  Attack("nio-websocket", nioWebSocket),
  Attack("stencil", stencil, maximumByteCount: 1024),
  Attack("structured-headers", structuredHeaders),
  Attack("swift-protobuf", protobuf),
  Attack("swiftcsv", swiftCSV),
  Attack("tomlkit", tomlKit),
  Attack("xmlcoder", xmlCoder),
  Attack("yams", yams),
]

/// The reason for which a parser refuses an input without an error.
struct Refused: Error {}

/// Returns the bytes, unless they match the regular expression in the variable `SKIP`: a search loses no time with what
/// is known to fail.
func input(_ bytes: [UInt8]) throws -> [UInt8] {
  guard let skipped else { return bytes }
  let text = String(decoding: bytes.map { Unicode.Scalar($0).utf16.first ?? 0 }, as: UTF16.self)
  let range = NSRange(location: 0, length: bytes.count)
  guard skipped.value.firstMatch(in: text, range: range) == nil else { throw Refused() }
  return bytes
}

/// Returns the text that bytes are in UTF-8, which most of the parsers read.
func text(_ bytes: [UInt8]) throws -> String {
  guard let text = String(validating: bytes, as: UTF8.self) else { throw Refused() }
  return text
}

private struct Pattern: @unchecked Sendable {
  let value: NSRegularExpression
}

private let skipped = try? ProcessInfo.processInfo.environment["SKIP"].map {
  Pattern(value: try NSRegularExpression(pattern: $0, options: .dotMatchesLineSeparators))
}
