internal import SluiceSupport

extension JSON {
  /// Options for the layout of JSON text.
  ///
  ///     var encoder = JSON.Encoder()
  ///     encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes]
  ///
  /// Without options, the text is a single line without spaces, members keep their order, and slashes are written as
  /// `\/`.
  public struct OutputFormatting: OptionSet, Sendable, Hashable {
    /// The options as a bit mask, with the bits of Foundation's `JSONEncoder.OutputFormatting`.
    public let rawValue: UInt

    /// Creates a set of options from a bit mask.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Writes each element and member on a separate line, as Foundation does.
    ///
    /// Each level is indented by two spaces, and each key is followed by ` : `.
    public static let prettyPrinted = OutputFormatting(rawValue: 1)
    /// Sorts the members of each object by the UTF-8 bytes of their keys.
    public static let sortedKeys = OutputFormatting(rawValue: 2)
    /// Writes slashes without a backslash: `/` instead of `\/`.
    public static let withoutEscapingSlashes = OutputFormatting(rawValue: 8)
  }
}

/// A formatter that writes the values of a scanned document with a given layout.
///
/// It also removes duplicate keys from the output of an encoder, which writes the members as they are encoded. The last
/// value is kept in the position of the first:
///
///     encoded                                 {"a":1,"b":2,"a":3}
///     indices of the keys                       1     3     5
///     keys to write, with dropsRepeatedKeys     5     3
///     written                                 {"a":3,"b":2}
struct JSONFormatter {
  /// The tape of a document, which must exist as long as the formatter.
  let tape: JSONTape
  let formatting: JSON.OutputFormatting
  /// Whether to omit members that are null. Defaults to `false`.
  var dropsNulls = false

  private var isPretty: Bool { formatting.contains(.prettyPrinted) }
  private var escapesSlashes: Bool { !formatting.contains(.withoutEscapingSlashes) }

  /// A container that is being written.
  ///
  /// It contains no references, because counting them for each value would take longer than writing it.
  private struct Level {
    let isArray: Bool
    var isEmpty = true
    /// The index of the next element or key. With ``hasKeys``, the position of the key's index in the list of keys.
    var next: Int
    let start: Int
    let end: Int
    /// Whether the keys to write differ from the document's in order or number.
    let hasKeys: Bool

    init(isArray: Bool, start: Int, end: Int, hasKeys: Bool) {
      (self.isArray, self.next, self.start, self.end, self.hasKeys) = (isArray, start, start, end, hasKeys)
    }
  }

  /// Returns the formatted value at `index`.
  ///
  /// - Parameters:
  ///   - index: The index of the value's entry.
  ///   - dropsRepeatedKeys: Whether to write only the last value of each key, in the position of the first. Defaults to
  ///     `false`.
  func format(_ index: Int, dropsRepeatedKeys: Bool = false) -> JSONBuffer {
    let buffer = JSONBuffer()
    format(index, into: buffer, dropsRepeatedKeys: dropsRepeatedKeys)
    return buffer
  }

  /// Appends the formatted value at `index` to a buffer.
  ///
  /// - Parameters:
  ///   - index: The index of the value's entry.
  ///   - buffer: The buffer to append to.
  ///   - dropsRepeatedKeys: Whether to write only the last value of each key, in the position of the first. Defaults to
  ///     `false`.
  func format(_ index: Int, into buffer: JSONBuffer, dropsRepeatedKeys: Bool = false) {
    // The enclosing containers are kept in an array, so that nesting uses no stack.
    var outer: [Level] = []
    var keys: [Int] = []
    guard var level = begin(index, dropsRepeatedKeys, &keys, buffer) else { return }
    while true {
      guard let child = nextChild(of: &level, keys) else {
        if isPretty { newLine(outer.count, buffer) }
        buffer.append(UInt8(ascii: level.isArray ? "]" : "}"))
        if level.hasKeys { keys.removeSubrange(level.start...) }
        guard let enclosing = outer.popLast() else { return }
        level = enclosing
        continue
      }
      if dropsNulls, !level.isArray, tape[child + 1].kind == .null { continue }
      if !level.isEmpty { buffer.append(UInt8(ascii: ",")) }
      if isPretty { level.isEmpty ? indent(outer.count + 1, buffer) : newLine(outer.count + 1, buffer) }
      level.isEmpty = false
      if !level.isArray {
        buffer.appendScalar(tape[child], of: tape, escapesSlashes: escapesSlashes)
        if isPretty { buffer.append(" : ") } else { buffer.append(UInt8(ascii: ":")) }
      }
      if let inner = begin(level.isArray ? child : child + 1, dropsRepeatedKeys, &keys, buffer) {
        outer.append(level)
        level = inner
      }
    }
  }

  /// Returns the index of the next element or key of a container, or `nil` at its end.
  private func nextChild(of level: inout Level, _ keys: [Int]) -> Int? {
    guard level.next < level.end else { return nil }
    if level.hasKeys {
      defer { level.next += 1 }
      return keys[level.next]
    }
    defer { level.next = tape.next(after: level.isArray ? level.next : level.next + 1) }
    return level.next
  }

  /// Writes a scalar, or the opening bracket of a container, which is returned.
  ///
  /// The indices of the container's keys are appended to `keys` if they differ from the document's.
  private func begin(
    _ index: Int, _ dropsRepeatedKeys: Bool, _ keys: inout [Int], _ buffer: JSONBuffer
  ) -> Level? {
    let entry = tape[index]
    guard entry.isContainer else {
      buffer.appendScalar(entry, of: tape, escapesSlashes: escapesSlashes)
      return nil
    }
    let isArray = entry.kind == .array
    buffer.append(UInt8(ascii: isArray ? "[" : "{"))
    if isPretty { buffer.append(UInt8(ascii: "\n")) }
    guard !isArray, dropsRepeatedKeys || formatting.contains(.sortedKeys) else {
      return Level(isArray: isArray, start: index + 1, end: entry.end, hasKeys: false)
    }
    let start = keys.count
    keys += self.keys(of: index, dropsRepeatedKeys)
    return Level(isArray: false, start: start, end: keys.count, hasKeys: true)
  }

  /// Returns the indices of an object's keys in the order in which they are written.
  private func keys(of object: Int, _ dropsRepeatedKeys: Bool) -> [Int] {
    var keys: [Int] = []
    var positions: [ExactString: Int] = [:]
    let end = tape[object].end
    var index = object + 1
    while index < end {
      if dropsRepeatedKeys, tape[object].count > 1 {
        let key = ExactString(tape.text(of: tape[index]))
        if let position = positions[key] {
          keys[position] = index
        } else {
          positions[key] = keys.count
          keys.append(index)
        }
      } else {
        keys.append(index)
      }
      index = tape.next(after: index + 1)
    }
    guard formatting.contains(.sortedKeys) else { return keys }
    let named = keys.map { (name: ExactString(tape.text(of: tape[$0])), key: $0) }
    return named.sorted { ($0.name, $0.key) < ($1.name, $1.key) }.map(\.key)
  }

  private func newLine(_ depth: Int, _ buffer: JSONBuffer) {
    buffer.append(UInt8(ascii: "\n"))
    indent(depth, buffer)
  }

  private func indent(_ depth: Int, _ buffer: JSONBuffer) {
    for _ in 0..<depth { buffer.append("  ") }
  }
}
