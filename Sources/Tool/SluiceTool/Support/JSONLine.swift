package import Sluice
internal import SluiceSupport

// Values that are printed as one line of JSON each, for scripts.

extension JSON.Value {
  package static func number(_ number: some BinaryInteger) -> JSON.Value {
    JSON.Value(.number(JSON.Number(number)))
  }

  package static func text(_ text: String?) -> JSON.Value { JSON.Value(text.map { .string($0) } ?? .null) }

  static func pairs(_ pairs: [(name: String, value: String)]) -> JSON.Value {
    JSON.Value(.array(pairs.map { [.text($0.name), .text($0.value)] }))
  }

  /// The value as minimal JSON, followed by a line feed.
  ///
  /// Characters that a terminal would obey are written as escapes of JSON, so they are part of the value all the same.
  package var line: [UInt8] {
    var line: [UInt8] = []
    writeLine(into: &line)
    // JSON always escapes the control characters of C0. The text outside of strings has no such characters.
    if line.allSatisfy({ $0 < 0x7F }) { return line }
    let text = String(decoding: line.dropLast(), as: UTF8.self)
    return Array((text.escapingControls(as: Self.escape) + "\n").utf8)
  }

  private static func escape(_ scalar: UInt32) -> String {
    guard let scalar = Unicode.Scalar(scalar) else { return "" }
    return UTF16.encode(scalar).map { units in
      units.map { unit in
        let digits = String(unit, radix: 16, uppercase: true)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    } ?? ""
  }

  /// Appends the value as minimal JSON, followed by a line feed, to `bytes`.
  package func writeLine(into bytes: inout [UInt8]) {
    write(into: &bytes, formatting: .withoutEscapingSlashes)
    bytes.append(UInt8(ascii: "\n"))
  }
}
