internal import SluiceJSON

/// A generator of JSON documents for a `Decodable` type.
///
/// ```swift
/// struct User: Decodable {
///   var id: Int
///   var mail: String?
/// }
///
/// var input = FuzzInput([3, 1, 7, 200, 1, 65])
/// let document = DecodableGenerator(User.self).json(from: &input)     // {"id":-4,"mail":"a"}
/// ```
///
/// The type's `init(from:)` runs with a decoder that answers each request with a value that the input chooses, and
/// writes the same value into the document. So the generator needs no description of the type:
///
/// - Members are as the type asks for them. Optional ones are missing, `null` or present.
/// - Enumerations have one of their cases. Raw values that fail are replaced.
/// - If an `init(from:)` throws, its value is made again, up to 32 times, with the strings and numbers that programs
///   often expect: dates, UUIDs, addresses, small numbers.
/// - Recursive types end within a limited depth.
/// - `Date`, `Data`, `URL`, `UUID` and `Decimal` are as the default strategies of Foundation's `JSONDecoder` and
///   `JSON.Decoder` read them.
///
/// The same input always gives the same document.
public struct DecodableGenerator<Value: Decodable> {
  private let userInfo: [CodingUserInfoKey: any Sendable]

  /// The number of times that a whole document is made again.
  private static var maximumAttemptCount: Int { 4 }
  /// The number of answers after which the unfinished document is recorded.
  private static var maximumRecordCount: Int { 256 }

  /// Creates a generator.
  ///
  /// - Parameters:
  ///   - type: The type that the documents are for.
  ///   - userInfo: Values that the type's `init(from:)` can read from its decoder. Defaults to an empty dictionary.
  public init(_ type: Value.Type, userInfo: [CodingUserInfoKey: any Sendable] = [:]) {
    self.userInfo = userInfo
  }

  /// Makes a document.
  ///
  /// - Parameter input: The bytes that choose the values. At their end, values are as small as possible.
  /// - Returns: The document, or `nil` if `init(from:)` has thrown for every attempt.
  public func json(from input: inout FuzzInput) -> [UInt8]? {
    json(from: &input, recording: nil)
  }

  /// Makes a document, and passes what is made of it to a closure after each answer.
  ///
  /// If `init(from:)` traps, the closure has got the document with which it does.
  package func json(from input: inout FuzzInput, recording record: (([UInt8]) -> Void)?) -> [UInt8]? {
    let attempt = lastAttempt(from: &input, recording: record)
    return attempt.isAccepted ? attempt.document : nil
  }

  /// Makes a document, even if `init(from:)` throws for all of them.
  ///
  /// - Parameter input: The bytes that choose the values.
  /// - Returns: The document of ``json(from:)`` or, if that is `nil`, the values that the last attempt was given before
  ///   `init(from:)` threw. Such a document is valid JSON, and reaches the code that refuses it.
  public func jsonOrLastAttempt(from input: inout FuzzInput) -> [UInt8] { lastAttempt(from: &input).document }

  private func lastAttempt(
    from input: inout FuzzInput, recording record: (([UInt8]) -> Void)? = nil
  ) -> (document: [UInt8], isAccepted: Bool) {
    var document: [UInt8] = []
    for attempt in 0..<Self.maximumAttemptCount {
      let session = AnswerSession(input, attempt: attempt, userInfo: userInfo)
      let root = AnsweredValue()
      var recordedCount = 0
      if let record {
        session.didAnswer = {
          // Recording all answers of a large document would take quadratic time.
          recordedCount += 1
          guard recordedCount <= Self.maximumRecordCount else { return }
          var document: [UInt8] = []
          root.write(to: &document)
          record(document)
        }
      }
      let value = try? session.answer(Value.self, for: root, at: [])
      input = session.choices.input
      document.removeAll()
      root.write(to: &document)
      if value != nil { return (document, true) }
    }
    return (document, false)
  }
}

extension DecodableGenerator: Sendable where Value: SendableMetatype {}
