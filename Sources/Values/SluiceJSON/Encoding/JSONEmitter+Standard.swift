import FoundationEssentials
internal import SluiceSupport

extension JSONEmitter {
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
    let start = buffer.count
    do {
      switch type {
      case .date: try write(exactCast(value, to: Date.self))
      case .data: exactCast(value, to: Data.self).base64EncodedString().write(to: self)
      case .url: exactCast(value, to: URL.self).absoluteString.write(to: self)
      case .int: exactCast(value, to: Int.self).write(to: self)
      case .double: try exactCast(value, to: Double.self).write(to: self, depth: depth)
      case .string: exactCast(value, to: String.self).write(to: self)
      case .element(let element):
        func write<Element: JSONEncodableElement>(_ type: Element.Type) throws {
          try exactCast(value, to: type).write(to: self, depth: depth)
        }
        try write(element)
      case .stringDictionary: try write(dictionary: exactCast(value, to: [String: String].self), depth: depth)
      case .intDictionary: try write(dictionary: exactCast(value, to: [String: Int].self), depth: depth)
      case .doubleDictionary: try write(dictionary: exactCast(value, to: [String: Double].self), depth: depth)
      }
    } catch {
      throw encodingError(for: error, in: path(), from: start)
    }
  }

  /// Returns the error for a value that could not be written.
  ///
  /// - Parameters:
  ///   - error: A `JSONElementError`.
  ///   - path: The coding path of the value.
  ///   - start: The position in the buffer at which the value starts.
  @inline(never)
  private func encodingError(for error: any Error, in path: [any CodingKey], from start: Int) -> any Error {
    // The text shows where in the value the error occurred.
    let path = path + buffer.path(from: start) { key, _ in key }
    switch error as? JSONElementError {
    case .unwritable(let value): return unwritable(value, path)
    case .tooDeep: return tooDeep(path)
    case .dateOutOfRange(let date):
      // The error holds a number, since a `Date` that is not a number cannot be printed.
      return EncodingError.invalidValue(
        date.timeIntervalSince1970,
        .init(codingPath: path, debugDescription: "ISO 8601 holds dates of the years 0000 to 9999."))
    case nil: return error
    }
  }

  private func write(_ date: Date) throws {
    switch strategies.dateEncodingStrategy {
    // Custom functions need a frame, and therefore have another plan, so `.custom` does not occur here.
    case .deferredToDate, .custom: try date.timeIntervalSinceReferenceDate.write(to: self, depth: 0)
    case .secondsSince1970: try date.timeIntervalSince1970.write(to: self, depth: 0)
    case .millisecondsSince1970: try (1000 * date.timeIntervalSince1970).write(to: self, depth: 0)
    case .iso8601:
      guard let text = InternetDate.text(date) else { throw JSONElementError.dateOutOfRange(date) }
      text.write(to: self)
    }
  }
}
