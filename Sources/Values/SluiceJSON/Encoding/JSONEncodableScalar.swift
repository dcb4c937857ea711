import FoundationEssentials

/// A standard type whose values are represented by a single string, number or literal.
protocol JSONEncodableScalar: JSONEncodableElement, Sendable {
  /// The error of a value that JSON cannot represent, or `Never` if it can represent all values of the type.
  associatedtype Failure: Error = Never
  /// Writes the value.
  func write(to emitter: JSONEmitter) throws(Failure)
  /// Writes an array of optional values.
  static func write(optionals array: borrowing Span<Self?>, to emitter: JSONEmitter, depth: Int) throws
}

/// The error of a number that JSON cannot represent.
struct JSONUnwritableNumber: Error {}

/// The JSON literal `null` as an encodable scalar.
struct JSONNull: JSONEncodableScalar {
  @inline(__always)
  func write(to emitter: JSONEmitter) { emitter.buffer.appendNull() }
}

extension Bool: JSONEncodableScalar {
  @inline(__always)
  func write(to emitter: JSONEmitter) {
    emitter.buffer.append(self)
  }
}

extension String: JSONEncodableScalar {
  @inline(__always)
  func write(to emitter: JSONEmitter) {
    emitter.buffer.appendString(self, escapesSlashes: emitter.escapesSlashes)
  }
}

extension JSONEncodableScalar where Self: FixedWidthInteger {
  @inline(__always)
  func write(to emitter: JSONEmitter) { emitter.buffer.appendInteger(self) }

  static func write(array: borrowing Span<Self>, to emitter: JSONEmitter, depth: Int) throws {
    guard bitWidth <= 64 else { return try emitter.write(array, depth: depth) }
    try emitter.checkDepth(depth)
    emitter.buffer.appendArray(of: array)
  }
}

extension Int: JSONEncodableScalar {}
extension Int8: JSONEncodableScalar {}
extension Int16: JSONEncodableScalar {}
extension Int32: JSONEncodableScalar {}
extension Int64: JSONEncodableScalar {}
extension Int128: JSONEncodableScalar {}
extension UInt: JSONEncodableScalar {}
extension UInt8: JSONEncodableScalar {}
extension UInt16: JSONEncodableScalar {}
extension UInt32: JSONEncodableScalar {}
extension UInt64: JSONEncodableScalar {}
extension UInt128: JSONEncodableScalar {}

extension Double: JSONEncodableScalar {
  @inline(__always)
  func write(to emitter: JSONEmitter) throws(JSONUnwritableNumber) {
    guard isFinite else { return try emitter.appendNonConforming(self) }
    emitter.buffer.appendShortest(self)
  }
}

extension Float: JSONEncodableScalar {
  func write(to emitter: JSONEmitter) throws(JSONUnwritableNumber) {
    guard isFinite else { return try emitter.appendNonConforming(self) }
    emitter.buffer.appendDescription(self)
  }
}

extension Decimal: JSONEncodableScalar {
  func write(to emitter: JSONEmitter) throws(JSONUnwritableNumber) {
    guard isFinite else { throw JSONUnwritableNumber() }
    emitter.buffer.append(description)
  }
}

extension JSONEmitter {
  /// Appends the string that represents an infinity or NaN in the encoder's strategy.
  @inline(never)
  fileprivate func appendNonConforming(_ value: some BinaryFloatingPoint) throws(JSONUnwritableNumber) {
    guard
      case .convertToString(let positive, let negative, let nan) = strategies
        .nonConformingFloatEncodingStrategy
    else { throw JSONUnwritableNumber() }
    (value.isNaN ? nan : value < 0 ? negative : positive).write(to: self)
  }
}
