import FoundationEssentials
internal import SluiceSupport

/// Values of standard types.
extension JSONReader {
  /// Decodes a scalar of a standard type.
  @inline(__always)
  func scalar<T: JSONScalar>(
    at index: Int, in scope: @autoclosure () -> JSONScope?, _ step: @autoclosure () -> JSONScope.Step
  ) throws -> T {
    guard let value = T.read(entry(at: index), of: self) else {
      throw failure(T.self, at: index, in: scope(), step())
    }
    return value
  }

  /// Decodes the members of an object whose keys are data.
  @inline(__always)
  func table<Element: JSONScalar>(
    of type: Element.Type, at index: Int, in scope: @autoclosure () -> JSONScope?,
    _ step: @autoclosure () -> JSONScope.Step
  ) throws -> [String: Element] {
    guard entry(at: index).kind == .object else {
      throw failure([String: Any].self, at: index, in: scope(), step())
    }
    let end = tape[index].end
    var members: [String: Element] = [:]
    members.reserveCapacity(tape.count(of: index))
    var child = index + 1
    while child < end {
      let key = tape.text(of: tape[child])
      let value: Element
      do {
        value = try scalar(
          at: child + 1, in: self.scope(at: index, in: scope(), step()), .key(AnyCodingKey(stringValue: key)))
      } catch  where members[key] != nil {
        // The first member of each name is used, so errors in later ones are ignored.
        child = tape.next(after: child + 1)
        continue
      }
      if let first = members.updateValue(value, forKey: key) { members[key] = first }
      child = tape.next(after: child + 1)
    }
    return members
  }

  /// Returns a scope for the value at `index`.
  private func scope(at index: Int, in parent: JSONScope?, _ step: JSONScope.Step) -> JSONScope {
    // The same value, decoded as another type, continues in its scope.
    if case .here = step, let parent { return parent }
    return JSONScope(reader: self, index: index, parent: parent, step: step)
  }

  func date(
    at index: Int, in scope: @autoclosure () -> JSONScope?, _ step: @autoclosure () -> JSONScope.Step
  ) throws -> Date {
    try date(by: strategies.dateDecodingStrategy, at: index, in: scope(), step())
  }

  private func date(
    by strategy: JSON.Decoder.DateDecodingStrategy, at index: Int, in scope: @autoclosure () -> JSONScope?,
    _ step: @autoclosure () -> JSONScope.Step
  ) throws -> Date {
    switch strategy {
    case _ where entry(at: index).kind == .null: throw failure(Date.self, at: index, in: scope(), step())
    case .deferredToDate:
      return Date(timeIntervalSinceReferenceDate: try scalar(at: index, in: scope(), step()))
    case .secondsSince1970: return Date(timeIntervalSince1970: try scalar(at: index, in: scope(), step()))
    case .millisecondsSince1970:
      return Date(timeIntervalSince1970: try scalar(at: index, in: scope(), step()) / 1000)
    case .iso8601:
      guard let date = InternetDate.date(try scalar(at: index, in: scope(), step())) else {
        throw corrupted(scope(), step(), "The string is not an ISO 8601 date.")
      }
      return date
    case .dateOnly:
      guard let date = InternetDate.day(try scalar(at: index, in: scope(), step())) else {
        throw corrupted(scope(), step(), "The string is not a day, such as 2001-09-09.")
      }
      return date
    case .httpDate:
      guard let date = HTTPDate(try scalar(at: index, in: scope(), step()) as String)?.date else {
        throw corrupted(scope(), step(), "The string is not a date of HTTP.")
      }
      return date
    case .anyOf(let strategies):
      for strategy in strategies {
        if let date = try? date(by: strategy, at: index, in: scope(), step()) { return date }
      }
      throw corrupted(scope(), step(), "The value is not a date by any of the decoder's strategies.")
    case .custom(let read):
      return try custom(at: index, in: scope(), step(), read)
    }
  }

  func data(
    at index: Int, in scope: @autoclosure () -> JSONScope?, _ step: @autoclosure () -> JSONScope.Step
  ) throws -> Data {
    switch strategies.dataDecodingStrategy {
    case _ where entry(at: index).kind == .null: throw failure(Data.self, at: index, in: scope(), step())
    case .deferredToData:
      return try withScope(at: index, in: scope(), step()) { try Data(from: JSONValueDecoder(scope: $0)) }
    case .base64:
      let text: String = try scalar(at: index, in: scope(), step())
      guard let data = Base64Text.data(text.utf8) else {
        throw corrupted(scope(), step(), "The string is not valid Base64.")
      }
      return data
    case .custom(let read):
      return try custom(at: index, in: scope(), step(), read)
    }
  }

  func url(
    at index: Int, in scope: @autoclosure () -> JSONScope?, _ step: @autoclosure () -> JSONScope.Step
  ) throws -> URL {
    guard entry(at: index).kind != .null else { throw failure(URL.self, at: index, in: scope(), step()) }
    guard let url = URL(string: try scalar(at: index, in: scope(), step())) else {
      throw corrupted(scope(), step(), "The string is not a valid URL.")
    }
    return url
  }

  private func custom<T>(
    at index: Int, in scope: JSONScope?, _ step: JSONScope.Step, _ read: (any Decoder) throws -> T
  ) throws -> T {
    try withScope(at: index, in: scope, step) { try read(JSONValueDecoder(scope: $0)) }
  }
}
