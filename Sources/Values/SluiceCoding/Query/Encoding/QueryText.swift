internal import SluiceSupport

/// Pairs as `name=value`, escaped and joined by `&`.
struct QueryText {
  private(set) var bytes: [UInt8] = []
  private let escaping: Query.Escaping
  private var isEmpty = true

  init(escaping: Query.Escaping) {
    self.escaping = escaping
  }

  /// Appends a pair, or a name alone if `value` is `nil`.
  mutating func append(_ name: String, _ value: String?) {
    if !isEmpty { bytes.append(UInt8(ascii: "&")) }
    isEmpty = false
    append(name, literals: escaping.nameLiterals)
    guard let value else { return }
    bytes.append(UInt8(ascii: "="))
    append(value, literals: escaping.valueLiterals)
  }

  private mutating func append(_ text: String, literals: ASCIISet) {
    PercentCoding.encode(
      text.utf8.span, literals: literals, spaceAsPlus: escaping.spaceAsPlus, into: &bytes)
  }
}
