internal import Sluice

// Values on one line of JSON each, as scripts read them.

extension JSON.Value {
  static func number(_ number: some BinaryInteger) -> JSON.Value { JSON.Value(.number(JSON.Number(number))) }

  static func text(_ text: String?) -> JSON.Value { JSON.Value(text.map { .string($0) } ?? .null) }

  static func pairs(_ pairs: [(name: String, value: String)]) -> JSON.Value {
    JSON.Value(.array(pairs.map { [.text($0.name), .text($0.value)] }))
  }

  /// The value and a line feed, in UTF-8.
  var line: [UInt8] {
    var line = bytes(formatting: .withoutEscapingSlashes)
    line.append(UInt8(ascii: "\n"))
    return line
  }
}
