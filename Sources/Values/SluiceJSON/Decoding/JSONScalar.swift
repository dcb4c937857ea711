import FoundationEssentials
internal import SluiceSupport

/// A standard type whose values are represented by a single string, number or literal.
protocol JSONScalar: JSONElement {
  /// Returns the value of an entry, or `nil` if the entry has another type or does not fit.
  static func read(_ entry: JSONEntry, of reader: JSONReader) -> Self?
}

/// A type whose values are read from their entries alone, without a scope: a scalar, or an array of such a type.
///
/// A plan refers to a type whose generic methods are not specialized. An array is therefore read by a method of the
/// type of its elements: the compiler specializes the arrays and the arrays of arrays of each scalar. Only the levels
/// around these, which have few elements, are read by general code.
protocol JSONElement: SendableMetatype {
  /// Reads the value at `index`.
  static func read(at index: Int, of reader: JSONReader) throws(JSONMismatch) -> Self
  /// Reads an array of values.
  static func readArray(at index: Int, of reader: JSONReader) throws(JSONMismatch) -> [Self]
  /// Reads an array of arrays of values.
  static func readArrays(at index: Int, of reader: JSONReader) throws(JSONMismatch) -> [[Self]]
}

/// The error of an entry that is not a value of a type.
struct JSONMismatch: Error {
  let type: Any.Type
  /// The index of the entry.
  let index: Int
}

extension JSONElement {
  static func readArrays(at index: Int, of reader: JSONReader) throws(JSONMismatch) -> [[Self]] {
    var (arrays, child, end): ([[Self]], Int, Int) = try reader.beginArray(at: index)
    while child < end {
      arrays.append(try readArray(at: child, of: reader))
      child = reader.tape.next(after: child)
    }
    return arrays
  }
}

extension JSONScalar {
  static func read(at index: Int, of reader: JSONReader) throws(JSONMismatch) -> Self {
    guard let value = read(reader.entry(at: index), of: reader) else {
      throw JSONMismatch(type: Self.self, index: index)
    }
    return value
  }

  static func readArray(at index: Int, of reader: JSONReader) throws(JSONMismatch) -> [Self] {
    var (values, child, end): ([Self], Int, Int) = try reader.beginArray(at: index)
    let tape = reader.tape
    while child < end {
      // Calling the method above is not optimized as well.
      guard let value = read(tape[child], of: reader) else {
        throw JSONMismatch(type: Self.self, index: child)
      }
      values.append(value)
      // The entry is not a container, whose content would follow.
      child &+= 1
    }
    return values
  }
}

extension Array: JSONElement where Element: JSONElement {
  static func read(at index: Int, of reader: JSONReader) throws(JSONMismatch) -> [Element] {
    try Element.readArray(at: index, of: reader)
  }

  static func readArray(at index: Int, of reader: JSONReader) throws(JSONMismatch) -> [[Element]] {
    try Element.readArrays(at: index, of: reader)
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
    guard entry.isNumber else { return nil }
    return DecimalText.decimal(
      reader.tape.numberText(of: entry), rounds: reader.strategies.decimalDecodingStrategy == .rounded)
  }
}

extension JSONReader {
  /// Returns an empty array with room for the elements of the one at `index`, the index of the first element, and the
  /// index after the last one.
  @inline(__always)
  fileprivate func beginArray<Element>(at index: Int) throws(JSONMismatch) -> ([Element], Int, Int) {
    guard entry(at: index).kind == .array else { throw JSONMismatch(type: [Any].self, index: index) }
    var elements: [Element] = []
    let count = tape.count(of: index)
    if count > 0 { elements.reserveCapacity(count) }
    return (elements, index + 1, tape[index].end)
  }

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
