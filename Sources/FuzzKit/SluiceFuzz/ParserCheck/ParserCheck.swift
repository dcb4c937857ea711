/// A check of a parser with the inputs of a corpus and with inputs that are searched for, as an ordinary test.
///
/// ```swift
/// @Test func `my parser holds`() throws {
///   try ParserCheck(.json) { try MyParser.value(of: $0) }
///     .run(.corpus, .found(in: "Fuzz/found"), .search(for: .seconds(1)))
/// }
/// ```
///
/// A parser accepts an input by returning a value, and refuses it by throwing an error. These properties are always
/// checked; others are added by methods such as ``writing(_:)`` and `divided`:
///
/// - No input causes a trap, or takes a minute.
/// - The work is linear in the size of the input.
/// - What the format's standard requires is accepted, and what it forbids is refused. ``allowing(_:)`` names the
///   exceptions.
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
  var runsInProcess = false

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

extension ParserCheck where Value: Sendable {
  /// Creates a check of an asynchronous parser.
  ///
  /// The parser runs to its end on one thread, in whichever order its tasks are ready. It must not wait for other
  /// threads, and so not for time, unless the check is one that is ``runningInProcess()``.
  ///
  /// - Parameters:
  ///   - format: The format of the inputs. Defaults to `nil`: any bytes.
  ///   - parse: Parses a document.
  public init(
    _ format: Corpus.Format? = nil, _ parse: @escaping @Sendable (_ bytes: [UInt8]) async throws -> Value
  ) {
    self.init(format) { (bytes: [UInt8]) in try CallerExecutor.run { try await parse(bytes) } }
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
  /// - Returns: The outcome of parsing the input.
  /// - Throws: ``BrokenProperty`` if a property does not hold.
  /// - Complexity: Parses the input once, and about twenty times if there is a check for divided inputs.
  @discardableResult
  func check(
    _ bytes: [UInt8], contentType: String? = nil, verdict: Corpus.Verdict = .either
  ) throws -> Outcome {
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
    case (.accept, .failure(let error)):
      throw BrokenProperty("must be accepted, but is refused: \(error)", isAboutVerdict: true)
    case (.reject, .success(let value)):
      throw BrokenProperty("must be refused, but is accepted: \(value)", isAboutVerdict: true)
    default: break
    }
    for property in properties { try property(document, outcome) }
    return outcome
  }

  /// Checks an entry of the corpus, with its verdict and result.
  ///
  /// - Returns: The outcome of parsing the entry.
  func check(_ entry: Corpus.Entry) throws -> Outcome {
    let isAllowed = allowedNames.contains(entry.name)
    let document = Document(entry.bytes, of: format, contentType: entry.contentType)
    let outcome = try check(document, verdict: isAllowed || !followsVerdicts ? .either : entry.verdict)
    if !isAllowed, case .success(let value) = outcome { try checkResult?(value, entry) }
    return outcome
  }

  /// Checks that the work is linear in the number of repetitions of a part of an input.
  ///
  /// - Throws: ``BrokenProperty`` if the work grows faster.
  func checkGrowth(_ pump: Growth.Pump) throws {
    // All inputs have the content type of the shortest one.
    let contentType = Document(pump.start + pump.unit + pump.end, of: format).contentType
    do {
      try Growth.check(pump) { bytes in
        _ = Outcome { try parse(Document(bytes, of: format, contentType: contentType)) }
      }
    } catch {
      var error = error
      error.source = Trial.growth(pump).source
      throw error
    }
  }
}
