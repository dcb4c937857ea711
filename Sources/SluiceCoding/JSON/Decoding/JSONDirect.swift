/// A collection of any type's values, read without a container of its own.
protocol JSONDirect: Decodable, SendableMetatype {
  static func decode(
    by reader: JSONReader, at index: Int, in scope: @autoclosure () -> JSONScope?,
    _ step: @autoclosure () -> JSONScope.Step
  ) throws -> Self
}

extension Array: JSONDirect where Element: Decodable {
  static func decode(
    by reader: JSONReader, at index: Int, in scope: @autoclosure () -> JSONScope?,
    _ step: @autoclosure () -> JSONScope.Step
  ) throws -> [Element] {
    guard reader.entry(at: index).kind == .array else {
      throw reader.failure([Any].self, at: index, in: scope(), step())
    }
    let document = reader.document
    let end = document[index].end
    var elements: [Element] = []
    guard end > index + 1 else { return elements }
    let scope = reader.scope(at: index, in: scope(), step())
    elements.reserveCapacity(document.count(of: index))
    var child = index + 1
    while child < end {
      elements.append(try reader.decode(Element.self, at: child, in: scope, .index(elements.count)))
      child = document.next(after: child)
    }
    return elements
  }
}

extension Dictionary: JSONDirect where Key == String, Value: Decodable {
  static func decode(
    by reader: JSONReader, at index: Int, in scope: @autoclosure () -> JSONScope?,
    _ step: @autoclosure () -> JSONScope.Step
  ) throws -> [String: Value] {
    guard reader.entry(at: index).kind == .object else {
      throw reader.failure([String: Any].self, at: index, in: scope(), step())
    }
    let document = reader.document
    let end = document[index].end
    let scope = reader.scope(at: index, in: scope(), step())
    var members: [String: Value] = [:]
    members.reserveCapacity(document.count(of: index))
    var child = index + 1
    while child < end {
      let key = document.text(of: document[child])
      // The first member of a name counts.
      if members[key] == nil {
        members[key] = try reader.decode(
          Value.self, at: child + 1, in: scope, .key(AnyCodingKey(stringValue: key)))
      }
      child = document.next(after: child + 1)
    }
    return members
  }
}
