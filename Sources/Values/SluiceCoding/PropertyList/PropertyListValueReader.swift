import FoundationEssentials
internal import SluiceSupport

/// The reader that decodes types from property list values.
final class PropertyListValueReader: TreeReader {
  let userInfo: [CodingUserInfoKey: Any]
  /// The value that a `superDecoder` of a missing member reads, as in Foundation.
  let absent = PropertyList.Value.null
  let decodesAbsentMembers = false
  // SAFETY: Each access is one call of `enter` or `leave`, which call nothing outside of `NestedCalls`. The object is
  // used by one thread at a time.
  @safe @exclusivity(unchecked) private var calls = NestedCalls()

  init(decoder: PropertyList.Decoder) {
    userInfo = decoder.userInfo
  }

  /// Returns `value` as a `T`. The path to it is built only if needed.
  func decode<T: Decodable>(
    _ type: T.Type, at value: PropertyList.Value, path: @autoclosure () -> Path
  ) throws -> T {
    // Comparing types is much cheaper than casting.
    if T.self == String.self, let text = try text(at: value, path: path()) as? T { return text }
    if T.self == Int.self, let integer = try integer(at: value, path: path()) as Int as? T { return integer }
    if T.self == Double.self, let real = try real(at: value, path: path()) as Double as? T { return real }
    if T.self == PropertyList.Value.self, let value = value as? T { return value }
    if T.self == Date.self, let date = try date(at: value, path: path()) as? T { return date }
    if T.self == Data.self, let data = try data(at: value, path: path()) as? T { return data }
    let path = path()
    guard calls.enter() else {
      throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: NestedCalls.refusal))
    }
    defer { calls.leave() }
    return try type.init(from: TreeDecoder(reader: self, node: value, codingPath: path))
  }

  // MARK: Values

  func bool(at value: PropertyList.Value, path: @autoclosure () -> Path) throws -> Bool {
    guard case .bool(let bool) = value else { throw mismatch(Bool.self, value, path()) }
    return bool
  }

  func text(at value: PropertyList.Value, path: @autoclosure () -> Path) throws -> String {
    guard case .string(let text) = value, !value.isNull else { throw mismatch(String.self, value, path()) }
    return text
  }

  private func date(at value: PropertyList.Value, path: @autoclosure () -> Path) throws -> Date {
    guard case .date(let date) = value else { throw mismatch(Date.self, value, path()) }
    return date
  }

  private func data(at value: PropertyList.Value, path: @autoclosure () -> Path) throws -> Data {
    guard case .data(let data) = value else { throw mismatch(Data.self, value, path()) }
    return data
  }

  func integer<T: FixedWidthInteger>(
    at value: PropertyList.Value, path: @autoclosure () -> Path
  ) throws -> T {
    let integer: T?
    switch value {
    case .integer(let number): integer = T(exactly: number)
    case .real(let number): integer = T(exactly: number)
    default: throw mismatch(T.self, value, path())
    }
    guard let integer else { throw unfit(T.self, path()) }
    return integer
  }

  /// Returns the nearest number. A finite number that would become infinite is an error.
  func real<T: BinaryFloatingPoint & LosslessStringConvertible>(
    at value: PropertyList.Value, path: @autoclosure () -> Path
  ) throws -> T {
    switch value {
    case .integer(let number): return T(number)
    case .real(let number):
      let real = T(number)
      guard real.isInfinite == number.isInfinite else { throw unfit(T.self, path()) }
      return real
    default: throw mismatch(T.self, value, path())
    }
  }

  func isNil(_ value: PropertyList.Value) -> Bool { value.isNull }
  func isNil(_ value: PropertyList.Value, for type: any Decodable.Type) -> Bool { value.isNull }

  // MARK: Containers

  func elements(of value: PropertyList.Value, path: Path) throws -> [PropertyList.Value] {
    guard case .array(let elements) = value else { throw mismatch([Any].self, value, path) }
    return elements
  }

  func members(of value: PropertyList.Value, path: Path) throws -> PropertyListMembers {
    switch value {
    case .dictionary(let members): PropertyListMembers(members)
    case .uid(let uid): PropertyListMembers([.init(PropertyList.Value.uidKey, .integer(Int128(uid)))])
    default: throw mismatch([String: Any].self, value, path)
    }
  }

  func keys<Key: CodingKey>(of members: PropertyListMembers, as type: Key.Type) -> [Key] {
    members.members.compactMap { Key(stringValue: $0.key) }
  }

  func member<Key: CodingKey>(_ key: Key, of members: PropertyListMembers) -> PropertyList.Value? {
    members[key.stringValue]
  }

  // MARK: Errors

  private func mismatch(
    _ type: Any.Type, _ value: PropertyList.Value, _ path: Path
  ) -> DecodingError {
    if value.isNull {
      let context = DecodingError.Context(
        codingPath: path, debugDescription: "Expected \(type) but found $null, which stands for nil.")
      return .valueNotFound(type, context)
    }
    return .typeMismatch(
      type, .init(codingPath: path, debugDescription: "Expected \(type) but found \(value.kind)."))
  }

  private func unfit(_ type: Any.Type, _ path: Path) -> DecodingError {
    .dataCorrupted(.init(codingPath: path, debugDescription: "This number does not fit \(type)."))
  }
}

extension PropertyList.Value {
  fileprivate var kind: String {
    switch self {
    case .string: "a string"
    case .integer: "an integer"
    case .real: "a real number"
    case .bool: "a Boolean"
    case .date: "a date"
    case .data: "data"
    case .array: "an array"
    case .dictionary: "a dictionary"
    case .uid: "a UID"
    }
  }
}

/// The members of a dictionary, found by key.
struct PropertyListMembers {
  let members: [PropertyList.Value.Member]
  /// The positions by key, or `nil` if there are so few members that a linear search is faster.
  private let places: [ExactString: Int]?

  init(_ members: [PropertyList.Value.Member]) {
    self.members = members
    places =
      members.count > 8
      ? Dictionary(
        members.indices.map { (ExactString(members[$0].key), $0) }, uniquingKeysWith: { $1 }) : nil
  }

  subscript(key: String) -> PropertyList.Value? {
    let key = ExactString(key)
    if let places { return places[key].map { members[$0].value } }
    return members.last { ExactString($0.key) == key }?.value
  }
}
