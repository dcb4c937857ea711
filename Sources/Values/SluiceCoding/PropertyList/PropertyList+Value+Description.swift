import FoundationEssentials
internal import SluiceSupport

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
