/// A value of a document, which the first request for it decides.
///
/// ```
///          decode(Int), decodeNil…                    scalar
/// open --> unkeyedContainer       ------------------> array
///          container(keyedBy:)                        object
/// ```
///
/// Later requests read what has been decided, as those of a real document would.
final class AnsweredValue {
  enum Kind { case null, bool, number, string, array, object }

  enum Content {
    case open
    case scalar(Kind, [UInt8])
    case array
    case object
  }

  private(set) var content = Content.open
  /// The kinds that requests have been refused for.
  private(set) var refusedKinds: Set<Kind> = []
  /// The text that a string or number should have, if it is accepted.
  var suggestion: [UInt8]?
  /// The place in the tables of expected values to take a string or number from.
  var tableIndex: Int?
  /// The type that reads the value by its own `init(from:)`, if any.
  var owner: ObjectIdentifier?
  /// The keys of the value, if it is a dictionary.
  var keyShape = DictionaryKeyShape.any

  // An array.
  private(set) var elements: [AnsweredValue] = []
  /// The number of elements that have been announced.
  var announcedCount = 0

  // An object.
  private(set) var members: [(key: String, value: AnsweredValue?)] = []
  private var indices: [String: Int] = [:]
  /// The keys that have been listed. If not `nil`, there are no others.
  var announcedKeys: [String]?
  /// The type of keys and the case that has been chosen of it.
  var chosenCase: (type: ObjectIdentifier, index: Int)?

  var isOpen: Bool { if case .open = content { true } else { false } }

  /// Forgets all decisions.
  func reset() {
    content = .open
    refusedKinds = []
    elements = []
    announcedCount = 0
    members = []
    indices = [:]
    announcedKeys = nil
    chosenCase = nil
  }

  func setScalar(_ kind: Kind, _ text: [UInt8]) { content = .scalar(kind, text) }

  func refuse(_ kind: Kind) { refusedKinds.insert(kind) }

  /// Makes an open value an array or object.
  ///
  /// - Returns: Whether it is one now, and whether it was before.
  func become(_ kind: Kind) -> (isDone: Bool, isNew: Bool) {
    switch (content, kind) {
    case (.array, .array), (.object, .object): return (true, false)
    case (.open, _):
      guard !refusedKinds.contains(kind) else { return (false, false) }
      content = kind == .array ? .array : .object
      return (true, true)
    default: return (false, false)
    }
  }

  /// Returns an element of an array, which is created if it is the next one.
  func element(at index: Int) -> AnsweredValue {
    while elements.count <= index { elements.append(AnsweredValue()) }
    return elements[index]
  }

  /// Returns the member of a key; `nil` if nothing has been decided for the key, and a value of `nil` if it is missing.
  func member(_ key: String) -> AnsweredValue?? { indices[key].map { members[$0].value } }

  /// Decides whether a key has a member.
  func setMember(_ key: String, _ value: AnsweredValue?) {
    indices[key] = members.count
    members.append((key, value))
  }

  /// Appends the text.
  func write(to text: inout [UInt8]) {
    switch content {
    case .open: text += openText
    case .scalar(_, let scalar): text += scalar
    case .array:
      text.append(UInt8(ascii: "["))
      for index in 0..<max(elements.count, announcedCount) {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        if index < elements.count { elements[index].write(to: &text) } else { text.append(UInt8(ascii: "0")) }
      }
      text.append(UInt8(ascii: "]"))
    case .object:
      text.append(UInt8(ascii: "{"))
      var isFirst = true
      for member in members {
        guard let value = member.value else { continue }
        if !isFirst { text.append(UInt8(ascii: ",")) }
        isFirst = false
        JSONText.write(member.key, to: &text)
        text.append(UInt8(ascii: ":"))
        value.write(to: &text)
      }
      text.append(UInt8(ascii: "}"))
    }
  }

  /// A value of a kind that has not been refused.
  private var openText: [UInt8] {
    let texts: [(Kind, String)] = [
      (.number, "0"), (.string, #""""#), (.bool, "true"), (.array, "[]"), (.object, "{}"),
    ]
    return Array((texts.first { !refusedKinds.contains($0.0) }?.1 ?? "null").utf8)
  }
}

/// The type of a dictionary's keys.
enum DictionaryKeyShape {
  /// Not a dictionary.
  case any
  case text
  case integer
  /// One of the names.
  case names([String])
  /// Not an object: an array in which keys and values alternate.
  case alternating
}

/// Writers of JSON text.
enum JSONText {
  /// Appends a string in quotes.
  static func write(_ string: String, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
      case 0..<0x20:
        text += #"\u00"#.utf8
        text += [hexDigit(byte >> 4), hexDigit(byte & 0xF)]
      default: text.append(byte)
      }
    }
    text.append(UInt8(ascii: "\""))
  }

  /// Returns a string in quotes.
  static func string(_ string: String) -> [UInt8] {
    var text: [UInt8] = []
    write(string, to: &text)
    return text
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
