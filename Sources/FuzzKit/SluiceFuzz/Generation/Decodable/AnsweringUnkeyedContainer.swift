/// A container that has an element for each request, and at least as many as it announces.
struct AnsweringUnkeyedContainer: UnkeyedDecodingContainer {
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
