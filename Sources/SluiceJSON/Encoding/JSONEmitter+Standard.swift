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
    switch type {
    case .date: try write(exactCast(value, to: Date.self), path())
    case .data: exactCast(value, to: Data.self).base64EncodedString().write(to: self)
    case .url: exactCast(value, to: URL.self).absoluteString.write(to: self)
    case .int: exactCast(value, to: Int.self).write(to: self)
    case .double: try write(element: exactCast(value, to: Double.self), depth: depth, path())
    case .string: exactCast(value, to: String.self).write(to: self)
    case .element(let element):
      func write<Element: JSONEncodableElement>(_ type: Element.Type) throws {
        try self.write(element: exactCast(value, to: type), depth: depth, path())
      }
      try write(element)
    case .stringDictionary:
      try write(element: exactCast(value, to: [String: String].self), depth: depth, path())
    case .intDictionary: try write(element: exactCast(value, to: [String: Int].self), depth: depth, path())
    case .doubleDictionary:
      try write(element: exactCast(value, to: [String: Double].self), depth: depth, path())
    }
  }

  @inline(__always)
  private func write(
    element: some JSONEncodableElement, depth: Int, _ path: @autoclosure () -> [any CodingKey]
  ) throws {
    let start = buffer.count
    do {
      try element.write(to: self, depth: depth)
    } catch {
      let path = path() + buffer.path(from: start) { text, _ in text }
      switch error {
      case .unwritable(let value): throw unwritable(value, path)
      case .tooDeep: throw tooDeep(path)
      }
    }
  }

  private func write(_ date: Date, _ path: @autoclosure () -> [any CodingKey]) throws {
    switch strategies.dateEncodingStrategy {
    // Custom functions need a frame and have a plan of their own, so `.custom` does not occur here.
    case .deferredToDate, .custom: try write(element: date.timeIntervalSinceReferenceDate, depth: 0, path())
    case .secondsSince1970: try write(element: date.timeIntervalSince1970, depth: 0, path())
    case .millisecondsSince1970: try write(element: 1000 * date.timeIntervalSince1970, depth: 0, path())
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
