public import FoundationEssentials
internal import SluiceSupport

// SAFETY: The buffers are those of `withUTF8`, and are used only during its closure.

extension JSON {
  /// A number that is represented by its text, so that no digits are lost.
  ///
  ///     let price = JSON.Number("0.10")
  ///     price?.text                                       // 0.10
  ///     price?.decimal                                    // 0.1
  ///     JSON.Number("1e3")?.integer(as: Int.self)   // 1000
  ///     JSON.Number("01")                           // nil
  ///
  /// Two numbers are equal if their texts are: `0.10` and `0.1` are different.
  public struct Number: Sendable, Hashable {
    /// The text of the number.
    public let text: String

    init(unchecked text: String) { self.text = text }

    /// Creates a number from its text.
    ///
    /// The result is `nil` if `text` is not a number as defined by RFC 8259 §6. White space is not permitted.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public init?(_ text: String) {
      guard
        let document = try? JSONDocument(copying: text.utf8.span, maximumDepth: 0, duplicateKeys: .keepFirst),
        document.read({ tape in
          let entry = tape[JSONDocument.root]
          // A document may have white space around the number, a number may not.
          return entry.isNumber && tape.length(of: entry) == text.utf8.count
        })
      else { return nil }
      self.text = text
    }

    /// Creates a number from an integer.
    public init(_ value: some BinaryInteger) { text = String(value) }

    /// Creates a number with the shortest text that converts back to `value`.
    ///
    /// The result is `nil` if `value` is an infinity or NaN.
    public init?(_ value: Double) {
      guard value.isFinite else { return nil }
      let text = value.description
      self.text = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// Creates a number from a `Decimal`, or `nil` if `value` is not a number.
    public init?(_ value: Decimal) {
      guard value.isFinite else { return nil }
      text = value.description
    }

    /// Returns the number as an integer of the given type.
    ///
    /// - Parameter type: The type of the integer. Defaults to the type that the context requires.
    /// - Returns: The integer, or `nil` if the number has a fraction other than zero or does not fit the type.
    /// - Complexity: O(*n*) in the length of the text.
    public func integer<T: FixedWidthInteger>(as type: T.Type = T.self) -> T? {
      var text = text
      return text.withUTF8 { unsafe JSONDigits($0).integer() }
    }

    /// The nearest `Double`, or `nil` if it is an infinity, or zero although the number is not.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public var double: Double? {
      var text = text
      return text.withUTF8 { unsafe JSONTape.double($0) }
    }

    /// The number as a `Decimal`, or `nil` if `Decimal` cannot represent it exactly.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public var decimal: Decimal? { DecimalText.decimal(text) }
  }
}

extension JSON.Number: CustomStringConvertible {
  /// The text of the number.
  public var description: String { text }
}
