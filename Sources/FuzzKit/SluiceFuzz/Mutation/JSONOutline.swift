/// The places of the values in a JSON text that may have errors.
///
/// Bytes that are no JSON form an item of their own. Containers that are not closed extend to the end.
///
/// ```
/// {"a": [1, x], "b"        items
/// ^                ^       object  0..<17
///  ^         ^             array   1..<12, its key 1..<4, its value 6..<12
///        ^                 number  7..<8
///           ^              raw     10..<11
/// ```
struct JSONOutline {
  enum Kind { case raw, literal, number, string, array, object }

  /// A value, with its key if it is a member of an object.
  struct Item {
    let kind: Kind
    /// The start of the key, or that of the value if there is none.
    let start: Int
    /// The end of the key, or `start` if there is none.
    let keyEnd: Int
    let valueStart: Int
    fileprivate(set) var end: Int
    /// Whether the item is directly inside of an object.
    let isInObject: Bool

    var hasKey: Bool { keyEnd > start }
    var range: Range<Int> { start..<end }
    var key: Range<Int> { start..<keyEnd }
    var value: Range<Int> { valueStart..<end }
  }

  private(set) var items: [Item] = []

  /// The depth at which containers are no longer items.
  private static let maximumDepth = 512

  init(_ bytes: [UInt8]) {
    items.reserveCapacity(bytes.count / 6 + 4)
    var open: [Int] = []
    // The number of open containers that are deeper than the maximum.
    var deeper = 0
    var key: Range<Int>?
    var position = 0
    while position < bytes.count {
      let start = position
      var kind: Kind?
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      case UInt8(ascii: ","):
        position += 1
        key = nil
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        position += 1
        if open.count < Self.maximumDepth {
          kind = bytes[start] == UInt8(ascii: "[") ? .array : .object
        } else {
          deeper += 1
        }
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        position += 1
        key = nil
        if deeper > 0 {
          deeper -= 1
        } else if let last = open.popLast() {
          items[last].end = position
        }
      case UInt8(ascii: "\""):
        position = Self.endOfString(in: bytes, from: position)
        var colon = position
        if key == nil, let last = open.last, items[last].kind == .object {
          while colon < bytes.count, bytes[colon].isJSONBlank { colon += 1 }
        }
        if colon < bytes.count, bytes[colon] == UInt8(ascii: ":"), key == nil {
          key = start..<position
          position = colon + 1
        } else {
          kind = .string
        }
      default:
        repeat { position += 1 } while position < bytes.count && !bytes[position].endsJSONWord
        kind =
          switch bytes[start] {
          case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): .literal
          case UInt8(ascii: "-"), 0x30...0x39: .number
          default: .raw
          }
      }
      guard let kind else { continue }
      let isContainer = kind == .array || kind == .object
      items.append(
        Item(
          kind: kind, start: key?.lowerBound ?? start, keyEnd: key?.upperBound ?? start, valueStart: start,
          end: isContainer ? bytes.count : position,
          isInObject: open.last.map { items[$0].kind == .object } ?? false))
      key = nil
      if isContainer { open.append(items.count - 1) }
    }
  }

  private static func endOfString(in bytes: [UInt8], from start: Int) -> Int {
    var position = start + 1
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""): return position + 1
      case UInt8(ascii: "\\"): position += 2
      default: position += 1
      }
    }
    return bytes.count
  }

  /// Returns the range of an item, with the comma after it or else the one before it.
  static func rangeWithComma(of item: Item, in bytes: [UInt8]) -> Range<Int> {
    var end = item.end
    while end < bytes.count, bytes[end].isJSONBlank { end += 1 }
    if end < bytes.count, bytes[end] == UInt8(ascii: ",") { return item.start..<end + 1 }
    var start = item.start
    while start > 0, bytes[start - 1].isJSONBlank { start -= 1 }
    return start > 0 && bytes[start - 1] == UInt8(ascii: ",") ? start - 1..<item.end : item.range
  }
}

extension UInt8 {
  fileprivate var isJSONBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }

  fileprivate var endsJSONWord: Bool {
    switch self {
    case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "\""):
      true
    default: false
    }
  }
}
