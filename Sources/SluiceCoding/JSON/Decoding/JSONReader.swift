import FoundationEssentials

/// Turns the entries of a document into values, as the strategies say.
final class JSONReader {
  let document: JSONDocument
  let strategies: JSON.Decoder
  let userInfo: [CodingUserInfoKey: Any]
  var cursor = JSONMemberCursor()
  var tables: [Int: JSONMemberTable] = [:]
  var camelCasedNames: [ExactString: String] = [:]
  private var plans = JSONDecodingPlan.Cache()
  private var recursion = 0
  private lazy var stackRoom = StackRoom()

  /// What stands for a missing member. It is read as null.
  static let absent = -1

  init(document: JSONDocument, strategies: JSON.Decoder) {
    self.document = document
    self.strategies = strategies
    userInfo = strategies.userInfo
  }

  func decodeRoot<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
    try decode(type, at: index, path: .root)
  }

  @inline(__always)
  func entry(at index: Int) -> JSONEntry {
    index >= 0 ? document[index] : JSONEntry(.null, offset: 0, length: 0)
  }

  /// The value at `index`. The path to it is made only if it is needed.
  func decode<T: Decodable>(_ type: T.Type, at index: Int, path: @autoclosure () -> JSONPath) throws -> T {
    let plan = plans.plan(for: type)
    switch plan {
    case .codable: return try decodeCodable(type, at: index, path: path())
    case .direct(let direct):
      func read<Direct: JSONDirect>(_ direct: Direct.Type) throws -> T {
        exactCast(try Direct.decode(by: self, at: index, path: path()), to: type)
      }
      try enter(path())
      defer { leave() }
      return try read(direct)
    case .date: return exactCast(try date(at: index, path: path()), to: type)
    case .data: return exactCast(try data(at: index, path: path()), to: type)
    case .url: return exactCast(try url(at: index, path: path()), to: type)
    case .decimal: return exactCast(try scalar(at: index, path: path()) as Decimal, to: type)
    case .int: return exactCast(try scalar(at: index, path: path()) as Int, to: type)
    case .double: return exactCast(try scalar(at: index, path: path()) as Double, to: type)
    case .string: return exactCast(try scalar(at: index, path: path()) as String, to: type)
    case .bools: return exactCast(try list(of: Bool.self, at: index, path: path()), to: type)
    case .ints: return exactCast(try list(of: Int.self, at: index, path: path()), to: type)
    case .intLists: return exactCast(try list(of: [Int].self, at: index, path: path()), to: type)
    case .doubles: return exactCast(try list(of: Double.self, at: index, path: path()), to: type)
    case .doubleLists: return exactCast(try list(of: [Double].self, at: index, path: path()), to: type)
    case .doubleLists2: return exactCast(try list(of: [[Double]].self, at: index, path: path()), to: type)
    case .doubleLists3: return exactCast(try list(of: [[[Double]]].self, at: index, path: path()), to: type)
    case .floats: return exactCast(try list(of: Float.self, at: index, path: path()), to: type)
    case .strings: return exactCast(try list(of: String.self, at: index, path: path()), to: type)
    case .stringTable: return exactCast(try table(of: String.self, at: index, path: path()), to: type)
    case .intTable: return exactCast(try table(of: Int.self, at: index, path: path()), to: type)
    case .doubleTable: return exactCast(try table(of: Double.self, at: index, path: path()), to: type)
    }
  }

  /// A value that its type's `init(from:)` makes.
  func decodeCodable<T: Decodable>(_ type: T.Type, at index: Int, path: @autoclosure () -> JSONPath) throws
    -> T
  {
    let path = path()
    let outerCursor = cursor
    try enter(path)
    defer {
      leave()
      cursor = outerCursor
    }
    return try T(from: JSONValueDecoder(reader: self, index: index, path: path))
  }

  private func enter(_ path: @autoclosure () -> JSONPath) throws {
    recursion += 1
    // Shallow values need no look at the stack, whose bounds take some time to learn.
    if recursion > 32, stackRoom.isShort {
      recursion -= 1
      throw corrupted(path(), "Nested too deeply for this thread's stack.")
    }
  }

  private func leave() { recursion -= 1 }

  // MARK: Values of standard types

  /// A scalar of a standard type.
  @inline(__always)
  func scalar<T: JSONScalar>(at index: Int, path: @autoclosure () -> JSONPath) throws -> T {
    guard let value = T.read(entry(at: index), of: self) else {
      throw failure(T.self, at: index, path: path())
    }
    return value
  }

  /// The elements of an array.
  @inline(__always)
  func list<Element: JSONElement>(
    of type: Element.Type, at index: Int, path: @autoclosure () -> JSONPath
  ) throws -> [Element] {
    guard entry(at: index).kind == .array else { throw failure([Any].self, at: index, path: path()) }
    let end = document[index].end
    var elements: [Element] = []
    elements.reserveCapacity(document.count(of: index))
    var child = index + 1
    while child < end {
      elements.append(try Element.read(from: self, at: child, path: .index(path(), elements.count)))
      child = document.next(after: child)
    }
    return elements
  }

  /// The members of an object, whose keys are data.
  @inline(__always)
  func table<Element: JSONElement>(
    of type: Element.Type, at index: Int, path: @autoclosure () -> JSONPath
  ) throws -> [String: Element] {
    guard entry(at: index).kind == .object else { throw failure([String: Any].self, at: index, path: path()) }
    let end = document[index].end
    var members: [String: Element] = [:]
    members.reserveCapacity(document.count(of: index))
    var child = index + 1
    while child < end {
      let key = document.text(of: document[child])
      // The first member of a name counts.
      if members[key] == nil {
        members[key] = try Element.read(
          from: self, at: child + 1, path: .key(path(), AnyCodingKey(stringValue: key)))
      }
      child = document.next(after: child + 1)
    }
    return members
  }

  private func date(at index: Int, path: @autoclosure () -> JSONPath) throws -> Date {
    switch strategies.dateDecodingStrategy {
    case _ where entry(at: index).kind == .null: throw failure(Date.self, at: index, path: path())
    case .deferredToDate: return Date(timeIntervalSinceReferenceDate: try scalar(at: index, path: path()))
    case .secondsSince1970: return Date(timeIntervalSince1970: try scalar(at: index, path: path()))
    case .millisecondsSince1970:
      return Date(timeIntervalSince1970: try scalar(at: index, path: path()) / 1000)
    case .iso8601:
      guard let date = try? Date.ISO8601FormatStyle().parse(scalar(at: index, path: path()) as String) else {
        _ = try scalar(at: index, path: path()) as String
        throw corrupted(path(), "This text is no ISO 8601 date.")
      }
      return date
    case .custom(let read):
      return try custom(at: index, path: path(), read)
    }
  }

  private func data(at index: Int, path: @autoclosure () -> JSONPath) throws -> Data {
    switch strategies.dataDecodingStrategy {
    case _ where entry(at: index).kind == .null: throw failure(Data.self, at: index, path: path())
    case .deferredToData: return try decodeCodable(Data.self, at: index, path: path())
    case .base64:
      guard let data = Data(base64Encoded: try scalar(at: index, path: path()) as String) else {
        throw corrupted(path(), "This text is no Base64.")
      }
      return data
    case .custom(let read):
      return try custom(at: index, path: path(), read)
    }
  }

  private func url(at index: Int, path: @autoclosure () -> JSONPath) throws -> URL {
    guard entry(at: index).kind != .null else { throw failure(URL.self, at: index, path: path()) }
    guard let url = URL(string: try scalar(at: index, path: path())) else {
      throw corrupted(path(), "This text is no URL.")
    }
    return url
  }

  private func custom<T>(
    at index: Int, path: JSONPath, _ read: (any Decoder) throws -> T
  ) throws -> T {
    let outerCursor = cursor
    defer { cursor = outerCursor }
    return try read(JSONValueDecoder(reader: self, index: index, path: path))
  }
}
