import FoundationEssentials
internal import SluiceSupport

extension JSONWriter {
  /// Writes a value of a standard type.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - type: The type of the value.
  ///   - depth: The number of containers that enclose the value.
  ///   - path: The coding path of the value, which is evaluated only if needed.
  /// - Throws: `EncodingError`.
  func write<T>(
    _ value: T, as type: JSONEncodingPlan.Standard, depth: Int, _ path: @autoclosure () -> [any CodingKey]
  ) throws {
    @inline(__always) func write<Element: JSONEncodableElement>(_ type: Element.Type) throws {
      try exactCast(value, to: type).write(to: self, depth: depth, path())
    }
    switch type {
    case .date: try self.write(exactCast(value, to: Date.self), depth: depth, path())
    case .data: exactCast(value, to: Data.self).base64EncodedString().write(to: self)
    case .url: exactCast(value, to: URL.self).absoluteString.write(to: self)
    case .decimal: try write(Decimal.self)
    case .int: try write(Int.self)
    case .double: try write(Double.self)
    case .string: try write(String.self)
    case .boolArray: try write([Bool].self)
    case .byteArray: try write([UInt8].self)
    case .intArray: try write([Int].self)
    case .intArray2D: try write([[Int]].self)
    case .doubleArray: try write([Double].self)
    case .doubleArray2D: try write([[Double]].self)
    case .doubleArray3D: try write([[[Double]]].self)
    case .doubleArray4D: try write([[[[Double]]]].self)
    case .floatArray: try write([Float].self)
    case .stringArray: try write([String].self)
    case .stringDictionary: try write([String: String].self)
    case .intDictionary: try write([String: Int].self)
    case .doubleDictionary: try write([String: Double].self)
    }
  }

  private func write(_ date: Date, depth: Int, _ path: @autoclosure () -> [any CodingKey]) throws {
    switch strategies.dateEncodingStrategy {
    // Custom functions need a frame and have a plan of their own, so `.custom` does not occur here.
    case .deferredToDate, .custom:
      try date.timeIntervalSinceReferenceDate.write(to: self, depth: depth, path())
    case .secondsSince1970: try date.timeIntervalSince1970.write(to: self, depth: depth, path())
    case .millisecondsSince1970:
      try (1000 * date.timeIntervalSince1970).write(to: self, depth: depth, path())
    case .iso8601:
      guard let text = InternetDate.text(date) else {
        // The error holds a number, since a `Date` that is not a number cannot be printed.
        throw EncodingError.invalidValue(
          date.timeIntervalSince1970,
          .init(codingPath: path(), debugDescription: "ISO 8601 holds dates of the years 0000 to 9999."))
      }
      text.write(to: self)
    }
  }
}
