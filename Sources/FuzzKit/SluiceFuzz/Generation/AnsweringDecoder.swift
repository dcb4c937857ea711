/// A decoder that answers every request with a value that an input chooses.
struct AnsweringDecoder: Decoder {
  private let session: AnswerSession
  private let value: AnsweredValue
  let codingPath: [any CodingKey]
  /// The member that the last attempt was refused for, and the place in the tables to take it from.
  private let focus: (key: String, tableIndex: Int)?

  init(
    _ session: AnswerSession, _ value: AnsweredValue, _ path: [any CodingKey],
    focus: (key: String, tableIndex: Int)? = nil
  ) {
    self.session = session
    self.value = value
    codingPath = path
    self.focus = focus
  }

  var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(try AnsweringKeyedContainer<Key>(session, value, codingPath, focus: focus))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try AnsweringUnkeyedContainer(session, value, codingPath)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    AnsweringSingleValueContainer(session, value, codingPath)
  }
}

private struct AnsweringSingleValueContainer: SingleValueDecodingContainer {
  private let session: AnswerSession
  private let value: AnsweredValue
  let codingPath: [any CodingKey]

  init(_ session: AnswerSession, _ value: AnsweredValue, _ path: [any CodingKey]) {
    self.session = session
    self.value = value
    codingPath = path
  }

  func decodeNil() -> Bool { session.isNull(value, at: codingPath) }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    // A type that tries several kinds in turn should get all of them.
    let kind = (type as? any AnswerableScalar.Type)?.kind ?? (type as? any AnswerableCollection.Type)?.kind
    if let kind, value.isOpen, session.mayRefuse(value), session.choices.bool() { value.refuse(kind) }
    return try session.answer(type, for: value, at: codingPath)
  }
}

extension AnswerSession {
  /// Decides whether a value is null.
  func isNull(_ value: AnsweredValue, at path: [any CodingKey]) -> Bool {
    switch value.content {
    case .scalar(.null, _): return true
    case .scalar, .array, .object: return false
    case .open:
      if value.refusedKinds.contains(.null) { return false }
      let isNull = refusalCount == 0 && isPlain(at: path) || choices.below(4) == 1
      if isNull { value.setScalar(.null, Array("null".utf8)) } else { value.refuse(.null) }
      return isNull
    }
  }
}

/// A container of members, which exist as soon as they are asked for.
private struct AnsweringKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let session: AnswerSession
  private let value: AnsweredValue
  let codingPath: [any CodingKey]
  private let focus: (key: String, tableIndex: Int)?

  init(
    _ session: AnswerSession, _ value: AnsweredValue, _ path: [any CodingKey],
    focus: (key: String, tableIndex: Int)?
  ) throws {
    guard value.become(.object).isDone else { throw AnswerSession.mismatch([String: Any].self, path) }
    self.session = session
    self.value = value
    codingPath = path
    self.focus = focus
  }

  // MARK: Keys

  var allKeys: [Key] {
    if value.announcedKeys == nil {
      let listed = value.members.compactMap { $0.value == nil ? nil : $0.key }
      value.announcedKeys = listed
      for key in listed.isEmpty ? madeUpKeys() : [] where value.member(key) == nil {
        value.announcedKeys?.append(key)
        value.setMember(key, AnsweredValue())
      }
    }
    return (value.announcedKeys ?? []).compactMap { Key(stringValue: $0) }
  }

  private func madeUpKeys() -> [String] {
    let isPlain = session.isPlain(at: codingPath)
    let count = isPlain ? 0 : session.choices.below(4)
    switch value.keyShape {
    case .text:
      return (0..<count).map { index in
        let text = session.choices.text(below: 6)
        // Decoders compare keys in different ways, so that keys differ in more than their canonical equivalents.
        return text.isEmpty && session.choices.bool() ? "\(index)" : "\(index)\(text)"
      }
    case .integer: return (0..<count).map { "\($0 * 7 - 7)" }
    case .names(let names):
      return names.isEmpty ? [] : Array(Set((0..<count).map { _ in session.choices.pick(names) })).sorted()
    case .any, .alternating:
      let cases = EnumerationCases.all(of: Key.self)
      guard !cases.isEmpty else {
        // A type that takes any keys, or has a single case.
        return ["_0", "a"].filter { Key(stringValue: $0) != nil }
      }
      let index = session.chooseCase(of: Key.self, cases.count, at: codingPath)
      value.chosenCase = (ObjectIdentifier(Key.self), index)
      return [cases[index].stringValue]
    }
  }

  func contains(_ key: Key) -> Bool {
    let name = key.stringValue
    if let known = value.member(name) { return known != nil }
    guard value.announcedKeys == nil else { return false }
    let isPlain = session.isPlain(at: codingPath) && session.refusalCount == 0
    let isMissing = isPlain || session.choices.below(4) == 1
    value.setMember(name, isMissing ? nil : AnsweredValue())
    return !isMissing
  }

  /// Returns the value of a key.
  private func member(_ key: some CodingKey) throws -> AnsweredValue {
    let name = key.stringValue
    let member: AnsweredValue?
    if let known = value.member(name) {
      member = known
    } else if value.announcedKeys != nil {
      member = nil
    } else {
      member = AnsweredValue()
      value.setMember(name, member)
    }
    guard let member else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: codingPath, debugDescription: "the key is missing"))
    }
    if let focus, focus.key == name { member.tableIndex = focus.tableIndex }
    return member
  }

  // MARK: Values

  func decodeNil(forKey key: Key) throws -> Bool {
    session.isNull(try member(key), at: codingPath + [key])
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try session.answer(type, for: try member(key), at: codingPath + [key])
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try superDecoder(forKey: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try superDecoder(forKey: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try decoder(of: SuperKey()) }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(of: key) }

  private func decoder(of key: some CodingKey) throws -> any Decoder {
    let path = codingPath + [key]
    try session.spend(at: path)
    return AnsweringDecoder(session, try member(key), path)
  }
}

/// The key of a superclass that shares no container.
private struct SuperKey: CodingKey {
  init() {}
  init?(stringValue: String) { nil }
  init?(intValue: Int) { nil }
  var stringValue: String { "super" }
  var intValue: Int? { nil }
}

/// A container that has an element for each request, and at least as many as it announces.
private struct AnsweringUnkeyedContainer: UnkeyedDecodingContainer {
  private let session: AnswerSession
  private let value: AnsweredValue
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  init(_ session: AnswerSession, _ value: AnsweredValue, _ path: [any CodingKey]) throws {
    let (isDone, isNew) = value.become(.array)
    guard isDone else { throw AnswerSession.mismatch([Any].self, path) }
    self.session = session
    self.value = value
    codingPath = path
    if isNew {
      let count = session.isPlain(at: path) ? 0 : session.choices.below(4)
      if case .alternating = value.keyShape {
        value.announcedCount = 2 * count
      } else {
        value.announcedCount = count
      }
    }
  }

  var count: Int? { max(value.announcedCount, value.elements.count) }

  var isAtEnd: Bool { currentIndex >= max(value.announcedCount, value.elements.count) }

  private var path: [any CodingKey] { codingPath + [ElementKey(index: currentIndex)] }

  mutating func decodeNil() throws -> Bool {
    let isNull = session.isNull(value.element(at: currentIndex), at: path)
    if isNull { currentIndex += 1 }
    return isNull
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let result = try session.answer(type, for: value.element(at: currentIndex), at: path)
    currentIndex += 1
    return result
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try superDecoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try superDecoder().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder {
    try session.spend(at: path)
    let decoder = AnsweringDecoder(session, value.element(at: currentIndex), path)
    currentIndex += 1
    return decoder
  }
}

/// The place of an element.
private struct ElementKey: CodingKey {
  let index: Int

  init(index: Int) { self.index = index }
  init?(stringValue: String) { nil }
  init?(intValue: Int) { index = intValue }
  var stringValue: String { "Index \(index)" }
  var intValue: Int? { index }
}
