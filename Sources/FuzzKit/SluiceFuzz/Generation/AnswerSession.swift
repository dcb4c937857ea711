internal import SluiceJSON

/// The state of one attempt to make a document: the choices, and what has been learned from values that were refused.
final class AnswerSession {
  /// An error that ends the attempt.
  struct Exhausted: Error {}

  var choices: AnswerChoices
  let userInfo: [CodingUserInfoKey: any Sendable]
  /// The number of times that the innermost value has been refused.
  private(set) var refusalCount = 0
  private var requestCount = 0
  /// The entry of the tables that a type has accepted.
  private var acceptedIndices: [ObjectIdentifier: Int] = [:]
  /// The case of an enumeration that needed the fewest requests.
  private var cheapestCases: [ObjectIdentifier: (index: Int, cost: Int)] = [:]

  /// Is called after each answer.
  var didAnswer: (() -> Void)?

  /// The types that accept a single kind of value.
  private var typesOfOneKind: Set<ObjectIdentifier> = []

  private static let maximumRequestCount = 20_000
  private static let maximumAttemptCount = 32
  /// The depth from which optional values are missing and arrays are empty.
  private static let plainDepth = 6
  private static let maximumDepth = 64

  init(_ input: FuzzInput, attempt: Int, userInfo: [CodingUserInfoKey: any Sendable]) {
    choices = AnswerChoices(input, attempt: attempt)
    self.userInfo = userInfo
  }

  /// Whether values should be as small as possible, so that the document ends.
  func isPlain(at path: [any CodingKey]) -> Bool {
    path.count >= Self.plainDepth || requestCount > Self.maximumRequestCount / 4
  }

  /// Counts a request.
  func spend(at path: [any CodingKey]) throws {
    requestCount += 1
    if requestCount > Self.maximumRequestCount { throw Exhausted() }
    if path.count > Self.maximumDepth {
      throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: "too deep"))
    }
  }

  /// Chooses one of the cases of an enumeration.
  ///
  /// - Parameter type: The type of the keys that stand for the cases.
  func chooseCase(of type: Any.Type, _ count: Int, at path: [any CodingKey]) -> Int {
    guard isPlain(at: path) else { return choices.below(count) }
    if refusalCount == 0, let cheapest = cheapestCases[ObjectIdentifier(type)] { return cheapest.index }
    return choices.variedBelow(count)
  }

  /// Returns whether a request for a kind of value may be refused, since the type may try another one.
  func mayRefuse(_ value: AnsweredValue) -> Bool {
    guard let owner = value.owner, value.suggestion == nil else { return false }
    return refusalCount == 0 && !choices.isAtEnd && !typesOfOneKind.contains(owner)
  }

  // MARK: Values

  /// Returns a value of any type.
  func answer<T: Decodable>(_ type: T.Type, for value: AnsweredValue, at path: [any CodingKey]) throws -> T {
    try spend(at: path)
    let result = try makeAnswer(type, for: value, at: path)
    didAnswer?()
    return result
  }

  private func makeAnswer<T: Decodable>(
    _ type: T.Type, for value: AnsweredValue, at path: [any CodingKey]
  ) throws -> T {
    if let scalar = type as? any AnswerableScalar.Type { return try self.scalar(type, scalar, value, path) }
    guard value.isOpen else { return try T(from: AnsweringDecoder(self, value, path)) }
    value.keyShape = (type as? any AnswerableDictionary.Type)?.keyShape ?? .any
    // Only the values inside of collections can be refused.
    if type is any AnswerableCollection.Type { return try T(from: AnsweringDecoder(self, value, path)) }
    return try answerWithRetries(type, value, path)
  }

  private func answerWithRetries<T: Decodable>(
    _ type: T.Type, _ value: AnsweredValue, _ path: [any CodingKey]
  ) throws -> T {
    let outerCount = refusalCount
    let (wasVaried, start) = (choices.isVaried, requestCount)
    defer {
      refusalCount = outerCount
      choices.isVaried = wasVaried
    }
    let suggestions = EnumerationCases.rawValueTexts(of: type)
    let accepted = acceptedIndices[ObjectIdentifier(type)]
    var focus: String?
    var attempt = 0
    value.owner = ObjectIdentifier(type)
    while true {
      refusalCount = attempt
      choices.isVaried = wasVaried || attempt > 0
      value.suggestion = suggestions.isEmpty || attempt > 3 ? nil : choices.pick(suggestions)
      // What was accepted before comes first, then the tables from their start.
      let index = attempt > 0 ? attempt - 1 : accepted
      value.tableIndex = focus == nil ? index : nil
      do {
        let decoder = AnsweringDecoder(self, value, path, focus: focus.map { ($0, attempt - 1) })
        let result = try T(from: decoder)
        if attempt > 0, case .scalar = value.content { acceptedIndices[ObjectIdentifier(type)] = attempt - 1 }
        if let (type, index) = value.chosenCase {
          let cost = requestCount - start
          if cost < cheapestCases[type]?.cost ?? .max { cheapestCases[type] = (index, cost) }
        }
        return result
      } catch let error where !(error is Exhausted) {
        if attempt == 0, value.refusedKinds.contains(where: { $0 != .null }) {
          typesOfOneKind.insert(ObjectIdentifier(type))
        }
        attempt += 1
        // Structures end deep documents by themselves: other values would be too deep as well.
        let isTooDeep = path.count > Self.maximumDepth
        if attempt >= Self.maximumAttemptCount || isTooDeep { throw error }
        focus = Self.refusedKey(in: error, below: path)
        value.reset()
      }
    }
  }

  /// Returns the key of the member that an error is about.
  private static func refusedKey(in error: any Error, below path: [any CodingKey]) -> String? {
    let context: DecodingError.Context? =
      switch error as? DecodingError {
      case .dataCorrupted(let context), .typeMismatch(_, let context), .valueNotFound(_, let context),
        .keyNotFound(_, let context):
        context
      default: nil
      }
    guard let codingPath = context?.codingPath, codingPath.count > path.count else { return nil }
    return codingPath[path.count].stringValue
  }

  // MARK: Scalars

  private func scalar<T: Decodable>(
    _ type: T.Type, _ scalar: any AnswerableScalar.Type, _ value: AnsweredValue, _ path: [any CodingKey]
  ) throws -> T {
    if case .open = value.content {
      guard !value.refusedKinds.contains(scalar.kind) else { throw Self.mismatch(type, path) }
      if let suggestion = value.suggestion, let decoded = try? JSON.Decoder().decode(type, from: suggestion) {
        value.setScalar(scalar.kind, suggestion)
        return decoded
      }
      value.setScalar(scalar.kind, scalar.text(from: &choices, tableIndex: tableIndex(of: value)))
    }
    guard case .scalar(_, let text) = value.content else { throw Self.mismatch(type, path) }
    return try JSON.Decoder().decode(type, from: text)
  }

  private func tableIndex(of value: AnsweredValue) -> Int? {
    if let index = value.tableIndex { return index }
    // Other values of a refused structure come from the tables in half of the cases.
    return refusalCount > 0 && choices.variedBelow(2) == 0 ? choices.variedBelow(64) : nil
  }

  static func mismatch(_ type: Any.Type, _ path: [any CodingKey]) -> DecodingError {
    .typeMismatch(type, .init(codingPath: path, debugDescription: "the value is of another type"))
  }
}

/// The source of choices: an input and, for further attempts, numbers after its end.
struct AnswerChoices {
  private(set) var input: FuzzInput
  private var random: SeededGenerator
  /// Whether choices after the end of the input vary; otherwise, each is the first one.
  var isVaried: Bool

  init(_ input: FuzzInput, attempt: Int) {
    self.input = input
    random = SeededGenerator(seed: UInt64(attempt))
    isVaried = attempt > 0
  }

  var isAtEnd: Bool { input.isEmpty }

  mutating func byte() -> UInt8 { input.isEmpty ? (isVaried ? random.byte() : 0) : input.byte() }

  mutating func bool() -> Bool { byte() & 1 == 1 }

  /// Returns a number from 0 up to `count`, exclusive, of up to 256.
  mutating func below(_ count: Int) -> Int { Int(byte()) % max(count, 1) }

  /// Returns a number from 0 up to `count`, exclusive, that varies even at the end of the input.
  mutating func variedBelow(_ count: Int) -> Int { input.isEmpty ? random.below(count) : below(count) }

  mutating func pick<T>(_ choices: [T]) -> T { choices[below(choices.count)] }

  /// Returns up to 8 bytes as a number. Small numbers are frequent.
  mutating func bits() -> UInt64 { (0..<below(9)).reduce(0) { bits, _ in bits << 8 | UInt64(byte()) } }

  /// Returns text of up to `count` bytes, less one.
  mutating func text(below count: Int) -> String {
    let bytes = (0..<below(count)).map { _ in byte() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
