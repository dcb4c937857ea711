/// A container of members, which exist as soon as they are asked for.
struct AnsweringKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
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
