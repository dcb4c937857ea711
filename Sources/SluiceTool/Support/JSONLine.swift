internal import Sluice

// Values that are printed as one line of JSON each, for scripts.

extension JSON.Value {
  static func number(_ number: some BinaryInteger) -> JSON.Value { JSON.Value(.number(JSON.Number(number))) }

  static func text(_ text: String?) -> JSON.Value { JSON.Value(text.map { .string($0) } ?? .null) }

  static func pairs(_ pairs: [(name: String, value: String)]) -> JSON.Value {
    JSON.Value(.array(pairs.map { [.text($0.name), .text($0.value)] }))
  }

  /// The value as minimal JSON, followed by a line feed.
  var line: [UInt8] {
    var line: [UInt8] = []
    writeLine(into: &line)
    return line
  }

  /// Appends the value as minimal JSON, followed by a line feed, to `bytes`.
  func writeLine(into bytes: inout [UInt8]) {
    write(into: &bytes, formatting: .withoutEscapingSlashes)
    bytes.append(UInt8(ascii: "\n"))
  }
}
