/// A check of a parser with the inputs of a corpus and with inputs that are searched for, as an ordinary test.
///
/// ```swift
/// @Test func `my parser holds`() throws {
///   try ParserCheck(.json) { try MyParser.value(of: $0) }
///     .run(.corpus, .found(in: "Fuzz/found"), .search(for: .seconds(1), seed: 1))
/// }
/// ```
///
/// A parser accepts an input by returning a value, and refuses it by throwing an error. These properties are always
/// checked; others are added by methods such as ``writing(_:)`` and `divided`:
///
/// - No input causes a trap or a hang. As a thread cannot be stopped, an input that takes two minutes ends the process,
///   and is printed.
/// - The work is linear in the size of the input.
/// - What the format's standard requires is accepted, and what it forbids is refused. ``allowing(_:)`` names the
///   exceptions.
///
/// The check runs the parser on the calling thread.
public struct ParserCheck<Value>: Sendable {
  /// The result of parsing an input: a value, or the error with which it was refused.
  typealias Outcome = Result<Value, any Error>

  /// The format of the inputs, or `nil` if the corpus has no inputs of it.
  public let format: Corpus.Format?
  let parse: @Sendable (Document) throws -> Value
  var properties: [@Sendable (Document, Outcome) throws -> Void] = []
  /// Throws an error if a value that the parser returned for an entry is not the entry's result.
  var checkResult: (@Sendable (Value, Corpus.Entry) throws -> Void)?
  var followsVerdicts = true
  var allowedNames: Set<String> = []
  var generate: FuzzTarget.Generator?

  /// Creates a check of a parser that also reads the content type, such as one of multipart bodies.
  ///
  /// - Parameters:
  ///   - format: The format of the inputs. Defaults to `nil`: any bytes.
  ///   - parse: Parses a document with a content type, such as `multipart/form-data; boundary=B`.
  public init(
    _ format: Corpus.Format? = nil,
    _ parse: @escaping @Sendable (_ bytes: [UInt8], _ contentType: String) throws -> Value
  ) {
    self.format = format
    self.parse = { try parse($0.bytes, $0.contentType) }
  }

  /// Creates a check of a parser.
  ///
  /// - Parameters:
  ///   - format: The format of the inputs. Defaults to `nil`: any bytes.
  ///   - parse: Parses a document.
  public init(_ format: Corpus.Format? = nil, _ parse: @escaping @Sendable (_ bytes: [UInt8]) throws -> Value)
  {
    self.format = format
    self.parse = { try parse($0.bytes) }
  }
}

extension ParserCheck where Value: Decodable & SendableMetatype {
  /// Returns a check of a decoder with documents that fit a type.
  ///
  /// The documents are made by recording what the type's `init(from:)` asks for. Verdicts of the corpus do not apply,
  /// since documents of other types are refused.
  ///
  /// ```swift
  /// try ParserCheck.decoding(User.self, .json) { try JSONDecoder().decode($0, from: Data($1)) }.run()
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type that is decoded.
  ///   - format: The format of the documents. Types are recorded for ``Corpus/Format/json``; for other formats, the
  ///     documents are those of the corpus and their mutations.
  ///   - decode: Decodes a document.
  public static func decoding(
    _ type: Value.Type, _ format: Corpus.Format,
    _ decode: @escaping @Sendable (_ type: Value.Type, _ bytes: [UInt8]) throws -> Value
  ) -> ParserCheck {
    var check = ParserCheck(format) { (bytes: [UInt8]) in try decode(Value.self, bytes) }
    check.followsVerdicts = false
    if format == .json {
      check.generate = { choices, record in
        withoutActuallyEscaping(record) { DecodableGenerator(Value.self).json(from: &choices, recording: $0) }
      }
    }
    return check
  }
}

extension ParserCheck {
  /// Checks all properties for an input.
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - contentType: The content type. Defaults to that of ``Corpus/Format/contentType(of:)``.
  ///   - verdict: Whether the input must be accepted. Defaults to `.either`.
  /// - Throws: ``BrokenProperty`` if a property does not hold.
  /// - Complexity: Parses the input once, and about twenty times if there is a check for divided inputs.
  public func check(_ bytes: [UInt8], contentType: String? = nil, verdict: Corpus.Verdict = .either) throws {
    try check(Document(bytes, of: format, contentType: contentType), verdict: verdict)
  }

  /// - Returns: The outcome of parsing the document.
  @discardableResult
  func check(_ document: Document, verdict: Corpus.Verdict) throws -> Outcome {
    var outcome: Outcome?
    try WorkBudget.spend {
      outcome = Outcome { try parse(document) }
      return document.bytes.count
    }
    guard let outcome else { throw BrokenProperty("not parsed") }
    switch (verdict, outcome) {
    case (.accept, .failure(let error)): throw BrokenProperty("must be accepted, but is refused: \(error)")
    case (.reject, .success(let value)): throw BrokenProperty("must be refused, but is accepted: \(value)")
    default: break
    }
    for property in properties { try property(document, outcome) }
    return outcome
  }

  /// Checks an entry of the corpus, with its verdict and result.
  func check(_ entry: Corpus.Entry) throws {
    let isAllowed = !followsVerdicts || allowedNames.contains(entry.name)
    let document = Document(entry.bytes, of: format, contentType: entry.contentType)
    let outcome = try check(document, verdict: isAllowed ? .either : entry.verdict)
    if !isAllowed, case .success(let value) = outcome { try checkResult?(value, entry) }
  }

  /// Checks that the work is linear in the number of repetitions of a part of an input.
  ///
  /// - Parameters:
  ///   - start: The bytes before the part.
  ///   - unit: The part.
  ///   - end: The bytes after the last repetition.
  /// - Throws: ``BrokenProperty`` if the work grows faster.
  /// - Complexity: Parses inputs of 2, 8 and 32 KiB, three times each, and of 64 KiB if the work seems not to be
  ///   linear.
  public func checkGrowth(of unit: [UInt8], after start: [UInt8] = [], before end: [UInt8] = []) throws {
    let pump = Growth.Pump(start: start, unit: unit, end: end)
    // All inputs have the content type of the shortest one.
    let contentType = Document(start + unit + end, of: format).contentType
    try Growth.check(pump) { bytes in
      _ = Outcome { try parse(Document(bytes, of: format, contentType: contentType)) }
    }
  }
}
