import FoundationEssentials
internal import SluiceSupport

/// A standard type whose values are represented by a single string, number or literal.
protocol JSONScalar: JSONElement {
  /// Returns the value of an entry, or `nil` if the entry has another type or does not fit.
  static func read(_ entry: JSONEntry, of reader: JSONReader) -> Self?
}

/// A type that is decoded without a scope and a decoding container of its own.
protocol JSONElement {
  /// Decodes the value at `index`.
  ///
  /// - Parameters:
  ///   - reader: The reader of the document.
  ///   - index: The index of the value's entry.
  ///   - scope: The scope of the enclosing value, which is evaluated only if needed.
  ///   - step: The step from `scope` to the value, which is evaluated only if needed.
  /// - Throws: `DecodingError`.
  static func read(
    from reader: JSONReader, at index: Int, in scope: @autoclosure () -> JSONScope?,
    _ step: @autoclosure () -> JSONScope.Step
  ) throws -> Self
}

extension JSONScalar {
  @inline(__always)
  static func read(
    from reader: JSONReader, at index: Int, in scope: @autoclosure () -> JSONScope?,
    _ step: @autoclosure () -> JSONScope.Step
  ) throws -> Self {
    try reader.scalar(at: index, in: scope(), step())
  }
}

extension Array: JSONElement where Element: JSONElement {
  static func read(
    from reader: JSONReader, at index: Int, in scope: @autoclosure () -> JSONScope?,
    _ step: @autoclosure () -> JSONScope.Step
  ) throws -> [Element] {
    try reader.list(of: Element.self, at: index, in: scope(), step())
  }
}

extension Bool: JSONScalar {
  @inline(__always)
  static func read(_ entry: JSONEntry, of reader: JSONReader) -> Bool? {
    switch entry.kind {
    case .true: true
    case .false: false
    default: nil
    }
  }
}

extension String: JSONScalar {
  @inline(__always)
  static func read(_ entry: JSONEntry, of reader: JSONReader) -> String? {
    entry.isString ? reader.tape.text(of: entry) : nil
  }
}

extension JSONScalar where Self: FixedWidthInteger {
  @inline(__always)
  static func read(_ entry: JSONEntry, of reader: JSONReader) -> Self? {
    entry.isNumber ? reader.tape.integer(entry, as: Self.self) : nil
  }
}

extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
extension Int128: JSONScalar {}
extension UInt: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension UInt64: JSONScalar {}
extension UInt128: JSONScalar {}

extension Double: JSONScalar {
  @inline(__always)
  static func read(_ entry: JSONEntry, of reader: JSONReader) -> Double? {
    entry.isNumber ? reader.tape.double(entry) : reader.nonConforming(entry)
  }
}

extension Float: JSONScalar {
  static func read(_ entry: JSONEntry, of reader: JSONReader) -> Float? {
    entry.isNumber ? reader.tape.float(entry) : reader.nonConforming(entry)
  }
}

extension Decimal: JSONScalar {
  static func read(_ entry: JSONEntry, of reader: JSONReader) -> Decimal? {
    entry.isNumber ? DecimalText.decimal(reader.tape.numberText(of: entry)) : nil
  }
}

extension JSONReader {
  /// Returns the infinity or NaN that a string represents, or `nil` if it represents neither.
  @inline(never)
  func nonConforming<T: BinaryFloatingPoint>(_ entry: JSONEntry) -> T? {
    guard entry.kind == .string || entry.kind == .unicode,
      case .convertFromString(let positive, let negative, let nan) =
        strategies.nonConformingFloatDecodingStrategy
    else { return nil }
    let text = ExactString(tape.text(of: entry))
    return if text == ExactString(positive) {
      .infinity
    } else if text == ExactString(negative) {
      -.infinity
    } else if text == ExactString(nan) {
      .nan
    } else {
      nil
    }
  }
}
