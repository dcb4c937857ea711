/// A surface that takes input from outside, and the properties that must hold for any input.
///
/// A fuzzer calls ``run(_:)`` with inputs that it generates, and tests call it with the inputs of a corpus:
///
/// ```swift
/// struct NotPreserved: Error {}
///
/// let target = FuzzTarget("integer") { input in
///   guard let number = Int(String(decoding: input.rest(), as: UTF8.self)) else { return }
///   guard Int("\(number)") == number else { throw NotPreserved() }
/// }
/// try target.run(Array("-12".utf8))
/// ```
public struct FuzzTarget: Sendable {
  /// Makes a document from choices, or `nil` if these choices make none.
  ///
  /// The type's own code runs meanwhile. If it traps, `record` has got the document with which it does.
  package typealias Generator =
    @Sendable (_ choices: inout FuzzInput, _ record: ([UInt8]) -> Void) -> [UInt8]?

  /// The name, as in `make fuzz TARGET=<name>`.
  public let name: String
  /// The format of the document in an input, or `nil` if an input is only a sequence of choices.
  ///
  /// Mutators and dictionaries follow it.
  public let format: Corpus.Format?
  /// The number of bytes before the document, which choose options.
  public let optionByteCount: Int
  /// The maximum number of bytes of an input that a fuzzer generates.
  public let maximumByteCount: Int
  /// Makes a document that fits the target, or `nil` if the corpus and its mutations are enough.
  package let generate: Generator?
  private let check: @Sendable (inout FuzzInput) throws -> Void

  /// Creates a target.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - format: The format of the document in an input. Defaults to `nil`: none.
  ///   - optionByteCount: The number of bytes before the document. Defaults to 0.
  ///   - maximumByteCount: The maximum number of bytes of an input that a fuzzer generates. Defaults to 8192. Inputs
  ///     that are long enough to show quadratic work are better made by tests.
  ///   - check: Throws an error if a property does not hold for an input.
  public init(
    _ name: String, format: Corpus.Format? = nil, optionByteCount: Int = 0, maximumByteCount: Int = 8192,
    check: @escaping @Sendable (inout FuzzInput) throws -> Void
  ) {
    self.init(
      name, format: format, optionByteCount: optionByteCount, maximumByteCount: maximumByteCount,
      generate: nil,
      check: check)
  }

  init(
    _ name: String, format: Corpus.Format?, optionByteCount: Int = 0, maximumByteCount: Int,
    generate: Generator?,
    check: @escaping @Sendable (inout FuzzInput) throws -> Void
  ) {
    self.name = name
    self.format = format
    self.optionByteCount = optionByteCount
    self.maximumByteCount = maximumByteCount
    self.generate = generate
    self.check = check
  }

  /// Checks all of the target's properties for an input, including the work that it takes.
  ///
  /// - Parameter bytes: The bytes that choose options, followed by the document.
  /// - Throws: ``BrokenProperty`` if a property does not hold, or any other error of the target.
  public func run(_ bytes: [UInt8]) throws {
    try WorkBudget.spend { () throws -> Int in
      var input = FuzzInput(bytes)
      try check(&input)
      return bytes.count + input.announcedWork
    }
  }

  /// Whether a name can be that of a target, and so of folders and arguments.
  package static func isValid(name: String) -> Bool {
    name.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._-]*/) != nil
  }

  /// Returns a document that is made for the target, or `nil` if the target has no generator.
  package func document(
    using generator: inout some RandomNumberGenerator, recording record: ([UInt8]) -> Void
  ) -> [UInt8]? {
    guard let generate else { return nil }
    var choices = FuzzInput(FuzzInput.choices(using: &generator))
    return generate(&choices, record)
  }
}
