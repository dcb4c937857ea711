public import FoundationEssentials
internal import SluiceSupport

extension PropertyList {
  /// A property list of any shape, for documents without a type of your own.
  ///
  /// ```swift
  /// let list = try PropertyList.Decoder().decode(PropertyList.Value.self, from: bytes)
  /// let name = list["users"]?[0]?["name"]
  /// let settings: PropertyList.Value = ["name": "a", "sizes": [1, 2]]
  /// ```
  ///
  /// ``PropertyList/Decoder`` decodes any document as a value, and ``PropertyList/Encoder`` encodes it, whatever its
  /// root is. Members keep their order, and values with members in another order are not equal.
  public enum Value: Sendable, Hashable {
    /// Text.
    case string(String)
    /// An integer. Documents hold −2⁶³ to 2⁶⁴ − 1.
    case integer(Int128)
    /// A floating-point number.
    case real(Double)
    /// A Boolean.
    case bool(Bool)
    /// A date. XML holds whole seconds of the years 0000 to 9999.
    case date(Date)
    /// Bytes.
    case data(Data)
    /// An array of values.
    case array([Value])
    /// A dictionary, with its members in order.
    case dictionary([Member])
    /// A reference of a keyed archive to another of its objects.
    ///
    /// In XML, this is a dictionary whose only member is an integer with the key `CF$UID`. Such a dictionary is
    /// always read as a UID.
    case uid(UInt64)

    /// A member of a dictionary. If several members have the same key, readers use the last one.
    public struct Member: Sendable, Hashable {
      /// The key.
      public var key: String
      /// The value.
      public var value: Value

      /// Creates a member.
      public init(_ key: String, _ value: Value) {
        self.key = key
        self.value = value
      }
    }
  }
}

extension PropertyList.Value {
  /// The value of the member of a dictionary with this key, which is compared byte by byte.
  ///
  /// The value is `nil` if there is no such member, and if this is not a dictionary.
  ///
  /// - Complexity: O(*n*) in the number of members.
  public subscript(key: String) -> PropertyList.Value? {
    guard case .dictionary(let members) = self else { return nil }
    let key = ExactString(key)
    return members.last { ExactString($0.key) == key }?.value
  }

  /// The element of an array at this index, from 0.
  ///
  /// The element is `nil` if the index is out of range, and if this is not an array.
  public subscript(index: Int) -> PropertyList.Value? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}

extension PropertyList.Value {
  /// The text that stands for `nil`, which property lists do not have.
  static let null = PropertyList.Value.string("$null")
  /// The key of a UID in formats without UIDs.
  static let uidKey = "CF$UID"
  /// The integers that documents can hold.
  static let integers: ClosedRange<Int128> = Int128(Int64.min)...Int128(UInt64.max)
  /// The message of the error for any other integer.
  package static let integersDescription = "Property lists hold integers from -2^63 to 2^64 - 1."

  /// The maximum number of nested containers that are read or written. Values are freed recursively.
  static let maximumDepth = 1024

  var isNull: Bool {
    guard case .string(let text) = self else { return false }
    return ExactString(text) == ExactString("$null")
  }

  /// Returns a dictionary of members that may have equal keys. The position of the first one and the value of the
  /// last one are used.
  static func dictionary(mergingMembers members: [Member]) -> PropertyList.Value {
    var places: [ExactString: Int] = [:]
    places.reserveCapacity(members.count)
    for (place, member) in members.enumerated() {
      guard places.updateValue(place, forKey: ExactString(member.key)) == nil else {
        return .dictionary(merged(members))
      }
    }
    return .dictionary(members)
  }

  private static func merged(_ members: [Member]) -> [Member] {
    var places: [ExactString: Int] = [:]
    var merged: [Member] = []
    for member in members {
      if let place = places[ExactString(member.key)] {
        merged[place].value = member.value
      } else {
        places[ExactString(member.key)] = merged.count
        merged.append(member)
      }
    }
    return merged
  }
}

extension PropertyList.Value: ExpressibleByStringLiteral {
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension PropertyList.Value: ExpressibleByIntegerLiteral {
  /// Creates an integer.
  public init(integerLiteral value: Int128) { self = .integer(value) }
}

extension PropertyList.Value: ExpressibleByFloatLiteral {
  /// Creates a real number.
  public init(floatLiteral value: Double) { self = .real(value) }
}

extension PropertyList.Value: ExpressibleByBooleanLiteral {
  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension PropertyList.Value: ExpressibleByArrayLiteral {
  /// Creates an array.
  public init(arrayLiteral elements: PropertyList.Value...) { self = .array(elements) }
}

extension PropertyList.Value: ExpressibleByDictionaryLiteral {
  /// Creates a dictionary. If several elements have the same key, the last one is used.
  public init(dictionaryLiteral elements: (String, PropertyList.Value)...) {
    self = .dictionary(mergingMembers: elements.map { Member($0.0, $0.1) })
  }
}

extension PropertyList.Value: CustomStringConvertible {
  /// The value as text for people, in the form of a Swift literal: `["name": "a", "sizes": [1, 2.0], "isOpen": true]`.
  ///
  /// Text is quoted, with escapes. A date is its RFC 3339 text, such as `2001-01-01T00:00:00Z`, or `date(0.5)` with the
  /// seconds since 2001 if it is not a whole second of the years 0000 to 9999. Data is hexadecimal, such as `<0fbd77>`,
  /// and a UID is `uid(7)`.
  ///
  /// A value of any depth can be described.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public var description: String {
    var text = ""
    // The pieces that follow, the next one last. A stack of values would overflow the thread's for a deep value.
    var rest: [Piece] = [.value(self)]
    while let piece = rest.popLast() {
      switch piece {
      case .text(let piece): text += piece
      case .value(.array(let elements)):
        text += "["
        rest.append(.text("]"))
        for index in elements.indices.reversed() {
          rest.append(.value(elements[index]))
          if index > 0 { rest.append(.text(", ")) }
        }
      case .value(.dictionary(let members)):
        text += members.isEmpty ? "[:" : "["
        rest.append(.text("]"))
        for index in members.indices.reversed() {
          rest.append(.value(members[index].value))
          rest.append(.text((index > 0 ? ", " : "") + members[index].key.debugDescription + ": "))
        }
      case .value(let scalar): text += scalar.scalarDescription
      }
    }
    return text
  }

  private enum Piece {
    case text(String)
    case value(PropertyList.Value)
  }

  /// The text of a value that is not a container.
  private var scalarDescription: String {
    switch self {
    case .string(let text): text.debugDescription
    case .integer(let integer): integer.description
    case .real(let real): real.description
    case .bool(let bool): bool.description
    case .date(let date): Self.text(of: date)
    case .data(let data): "<\(data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())>"
    case .uid(let uid): "uid(\(uid))"
    case .array, .dictionary: ""
    }
  }

  private static func text(of date: Date) -> String {
    let seconds = date.timeIntervalSinceReferenceDate
    guard seconds == seconds.rounded(.down), let text = InternetDate.text(date) else {
      return "date(\(seconds))"
    }
    return text
  }
}
