public import FoundationEssentials

extension JSON {
  /// A number by its text, so that no digit is lost: `0.10` is neither `0.1` nor a `Double`.
  public struct Number: Sendable, Hashable {
    /// The number as it is written.
    public let text: String

    init(unchecked text: String) { self.text = text }

    /// Nil where `text` is not how JSON writes a number: RFC 8259, section 6.
    public init?(text: String) {
      guard let document = try? JSONDocument(copying: text.utf8.span, maxDepth: 0, duplicateKeys: .keepFirst),
        document.read({ tape in
          let entry = tape[JSONDocument.root]
          // White space around it is none of it.
          return entry.isNumber && tape.length(of: entry) == text.utf8.count
        })
      else { return nil }
      self.text = text
    }

    public init(_ value: some BinaryInteger) { text = String(value) }

    /// The shortest text that reads back as `value`. Nil for an infinity or NaN.
    public init?(_ value: Double) {
      guard value.isFinite else { return nil }
      let text = value.description
      self.text = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// Nil where `value` is not a number.
    public init?(_ value: Decimal) {
      guard value.isFinite else { return nil }
      text = value.description
    }

    /// The number as an integer. Nil where it has a fraction other than zero, or does not fit.
    public func integer<T: FixedWidthInteger>(as type: T.Type = T.self) -> T? { integerValue() }

    /// The nearest `Double`. Nil where that is an infinity, or zero though the number is not.
    public var double: Double? { doubleValue }

    /// The number as a `Decimal`. Nil where that cannot hold it exactly.
    public var decimal: Decimal? { DecimalText.decimal(text) }
  }
}

extension JSON.Number: CustomStringConvertible {
  public var description: String { text }
}
