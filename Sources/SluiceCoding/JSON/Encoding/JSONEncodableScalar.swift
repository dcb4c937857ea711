import FoundationEssentials

/// A standard type whose values are one string, number or literal each.
protocol JSONEncodableScalar: JSONEncodableElement {
  /// `Never` for the types whose values JSON can always write.
  associatedtype Failure: Error = Never
  func write(to writer: JSONWriter) throws(Failure)
}

/// A number that JSON cannot write.
struct JSONUnwritableNumber: Error {}

struct JSONNull: JSONEncodableScalar {
  @inline(__always)
  func write(to writer: JSONWriter) { writer.buffer.append("null") }
}

extension Bool: JSONEncodableScalar {
  @inline(__always)
  func write(to writer: JSONWriter) {
    if self { writer.buffer.append("true") } else { writer.buffer.append("false") }
  }
}

extension String: JSONEncodableScalar {
  @inline(__always)
  func write(to writer: JSONWriter) {
    writer.buffer.appendString(self, escapesSlashes: writer.escapesSlashes)
  }
}

extension JSONEncodableScalar where Self: FixedWidthInteger {
  @inline(__always)
  func write(to writer: JSONWriter) { writer.buffer.appendInteger(self) }
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
  func write(to writer: JSONWriter) throws(JSONUnwritableNumber) {
    guard isFinite else { return try writer.appendNonConforming(self) }
    writer.buffer.appendShortest(self)
  }
}

extension Float: JSONEncodableScalar {
  func write(to writer: JSONWriter) throws(JSONUnwritableNumber) {
    guard isFinite else { return try writer.appendNonConforming(self) }
    writer.buffer.appendDescription(self)
  }
}

extension Decimal: JSONEncodableScalar {
  func write(to writer: JSONWriter) throws(JSONUnwritableNumber) {
    guard isFinite else { throw JSONUnwritableNumber() }
    writer.buffer.append(description)
  }
}

extension JSONWriter {
  /// Appends the string that stands for an infinity or NaN.
  @inline(never)
  fileprivate func appendNonConforming(_ value: some BinaryFloatingPoint) throws(JSONUnwritableNumber) {
    guard
      case .convertToString(let positive, let negative, let nan) = strategies
        .nonConformingFloatEncodingStrategy
    else { throw JSONUnwritableNumber() }
    (value.isNaN ? nan : value < 0 ? negative : positive).write(to: self)
  }
}
