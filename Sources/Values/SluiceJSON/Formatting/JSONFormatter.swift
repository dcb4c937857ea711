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
/// It also merges duplicate keys in the output of an encoder, which writes the members as they are encoded. The last
/// value is kept in the position of the first:
///
///     encoded                                 {"a":1,"b":2,"a":3}
///     indices of the keys                       1     3     5
///     keys to write, with mergesRepeatedKeys    5     3
///     written                                 {"a":3,"b":2}
///
/// A container that was requested again has a ``continuationMark`` before it, and is added to the one before:
///
///     encoded                                 {"a":{"x":1},"b":2,"a": {"y":3}}
///     written                                 {"a":{"x":1,"y":3},"b":2}
struct JSONFormatter {
  /// The blank after the colon of a container that continues an earlier one with the same key.
  ///
  /// The output of an encoder has no other blanks.
  static let continuationMark = UInt8(ascii: " ")

  /// The tape of a document, which must exist as long as the formatter.
  let tape: JSONTape
  let formatting: JSON.OutputFormatting
  /// Whether to omit members that are null. Defaults to `false`.
  var dropsNulls = false
  /// Takes the bytes of the buffer whenever pretty-printed text has filled it, and returns whether to continue.
  /// Defaults to `nil`: the buffer gets the whole text.
  var flush: ((JSONBuffer) -> Bool)?

  /// The number of bytes after which the buffer is flushed. Indentation can make text a thousand times as long.
  private static let flushByteCount = 64 << 10

  private var isPretty: Bool { formatting.contains(.prettyPrinted) }
  private var escapesSlashes: Bool { !formatting.contains(.withoutEscapingSlashes) }

  /// A container that is being written.
  ///
  /// It contains no references, because counting them for each value would take longer than writing it.
  private struct Level {
    let isArray: Bool
    var isEmpty = true
    /// The index of the next element or key. With ``isListed``, its position in the list.
    var next: Int
    let start: Int
    let end: Int
    /// Whether the elements or keys to write differ from the document's in order or number.
    let isListed: Bool

    init(isArray: Bool, start: Int, end: Int, isListed: Bool) {
      (self.isArray, self.next, self.start, self.end, self.isListed) = (isArray, start, start, end, isListed)
    }
  }

  /// The elements and keys to write, where they differ from the document's.
  private struct Children {
    /// Whether repeated keys are merged.
    let merges: Bool
    /// The indices of the elements or keys of the open containers that are listed.
    var listed: [Int] = []
    /// The containers that continue the one at an index.
    var continuations: [Int: [Int]] = [:]
    /// The index of a container that continues a value of another kind.
    var conflict: Int?
  }

  /// Returns the formatted value at `index`.
  ///
  /// - Parameters:
  ///   - index: The index of the value's entry.
  func format(_ index: Int) -> JSONBuffer {
    let buffer = JSONBuffer()
    format(index, into: buffer)
    return buffer
  }

  /// Appends the formatted value at `index` to a buffer.
  ///
  /// - Parameters:
  ///   - index: The index of the value's entry.
  ///   - buffer: The buffer to append to.
  ///   - mergesRepeatedKeys: Whether to write only the last value of each key, in the position of the first. Defaults
  ///     to `false`.
  /// - Returns: The index of a container that continues a value of another kind, with which the text ends, or `nil`.
  ///   It is `nil` as well if ``flush`` has ended the text.
  @discardableResult
  func format(_ index: Int, into buffer: JSONBuffer, mergesRepeatedKeys: Bool = false) -> Int? {
    // The enclosing containers are kept in an array, so that nesting uses no stack.
    var outer: [Level] = []
    var children = Children(merges: mergesRepeatedKeys)
    guard var level = begin(index, &children, buffer) else { return nil }
    while true {
      if mergesRepeatedKeys, let conflict = children.conflict { return conflict }
      guard let child = nextChild(of: &level, children.listed) else {
        if isPretty, !newLine(outer.count, buffer) { return nil }
        buffer.append(UInt8(ascii: level.isArray ? "]" : "}"))
        if level.isListed { children.listed.removeSubrange(level.start...) }
        guard let enclosing = outer.popLast() else { return nil }
        level = enclosing
        continue
      }
      if dropsNulls, !level.isArray, tape[child + 1].kind == .null { continue }
      if !level.isEmpty { buffer.append(UInt8(ascii: ",")) }
      if isPretty {
        if level.isEmpty {
          indent(outer.count + 1, buffer)
        } else if !newLine(outer.count + 1, buffer) {
          return nil
        }
      }
      level.isEmpty = false
      if !level.isArray {
        buffer.appendScalar(tape[child], of: tape, escapesSlashes: escapesSlashes)
        if isPretty { buffer.append(" : ") } else { buffer.append(UInt8(ascii: ":")) }
      }
      let value = level.isArray ? child : child + 1
      if !mergesRepeatedKeys, !tape[value].isContainer {
        buffer.appendScalar(tape[value], of: tape, escapesSlashes: escapesSlashes)
      } else if let inner = begin(value, &children, buffer) {
        outer.append(level)
        level = inner
      }
    }
  }

  /// Returns the index of the next element or key of a container, or `nil` at its end.
  private func nextChild(of level: inout Level, _ listed: [Int]) -> Int? {
    guard level.next < level.end else { return nil }
    if level.isListed {
      defer { level.next += 1 }
      return listed[level.next]
    }
    defer { level.next = tape.next(after: level.isArray ? level.next : level.next + 1) }
    return level.next
  }

  /// Writes a scalar, or the opening bracket of a container, which is returned.
  ///
  /// The indices of the container's elements or keys are listed if they differ from the document's.
  private func begin(_ index: Int, _ children: inout Children, _ buffer: JSONBuffer) -> Level? {
    let entry = tape[index]
    let continuations =
      children.continuations.isEmpty ? nil : children.continuations.removeValue(forKey: index)
    if let continuations, let conflict = continuations.first(where: { tape[$0].kind != entry.kind }) {
      children.conflict = conflict
    }
    guard entry.isContainer else {
      buffer.appendScalar(entry, of: tape, escapesSlashes: escapesSlashes)
      return nil
    }
    let isArray = entry.kind == .array
    buffer.append(UInt8(ascii: isArray ? "[" : "{"))
    if isPretty { buffer.append(UInt8(ascii: "\n")) }
    guard continuations != nil || !isArray && (children.merges || formatting.contains(.sortedKeys)) else {
      return Level(isArray: isArray, start: index + 1, end: entry.end, isListed: false)
    }
    let start = children.listed.count
    let containers = [index] + (continuations ?? [])
    if isArray {
      for array in containers { listElements(of: array, in: &children) }
    } else {
      listKeys(of: containers, in: &children)
    }
    return Level(isArray: isArray, start: start, end: children.listed.count, isListed: true)
  }

  private func listElements(of array: Int, in children: inout Children) {
    let end = tape[array].end
    var index = array + 1
    while index < end {
      children.listed.append(index)
      index = tape.next(after: index)
    }
  }

  /// Lists the indices of the keys of an object, and of those that continue it, in the order in which they are written.
  private func listKeys(of objects: [Int], in children: inout Children) {
    var keys: [Int] = []
    var positions: [ExactString: Int] = [:]
    let mayRepeat = children.merges && (objects.count > 1 || tape[objects[0]].count > 1)
    for object in objects {
      let end = tape[object].end
      var index = object + 1
      while index < end {
        if !mayRepeat {
          keys.append(index)
        } else {
          let key = ExactString(tape.text(of: tape[index]))
          if let position = positions[key] {
            merge(index, into: &keys[position], &children)
          } else {
            positions[key] = keys.count
            keys.append(index)
          }
        }
        index = tape.next(after: index + 1)
      }
    }
    if formatting.contains(.sortedKeys) {
      let named = keys.map { (name: ExactString(tape.text(of: tape[$0])), key: $0) }
      keys = named.sorted { ($0.name, $0.key) < ($1.name, $1.key) }.map(\.key)
    }
    children.listed += keys
  }

  /// Lets the value of a repeated key continue that of the key at `first`, or take its place.
  private func merge(_ key: Int, into first: inout Int, _ children: inout Children) {
    if tape.colon(of: tape[key], isFollowedBy: Self.continuationMark) {
      children.continuations[first + 1, default: []].append(key + 1)
    } else {
      children.continuations[first + 1] = nil
      first = key
    }
  }

  /// Begins a line after a value.
  ///
  /// - Returns: Whether to continue.
  private func newLine(_ depth: Int, _ buffer: JSONBuffer) -> Bool {
    if buffer.count >= Self.flushByteCount, let flush, !flush(buffer) { return false }
    buffer.append(UInt8(ascii: "\n"))
    indent(depth, buffer)
    return true
  }

  private func indent(_ depth: Int, _ buffer: JSONBuffer) {
    for _ in 0..<depth { buffer.append("  ") }
  }
}
