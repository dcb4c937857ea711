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

struct AnsweringSingleValueContainer: SingleValueDecodingContainer {
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
