/// A sequence of inputs that are made from those of the corpus. The same seed always gives the same inputs.
package struct InputSearch {
  private let mutator: Mutator
  private let maximumByteCount: Int
  private let optionByteCount: Int
  private let makesDocuments: Bool
  private var generator: SeededGenerator
  private var seeds: [[UInt8]]

  /// - Parameters:
  ///   - format: The format of the documents, or `nil` for any bytes.
  ///   - optionByteCount: The number of random bytes before each document.
  ///   - maximumByteCount: The maximum number of bytes of an input.
  ///   - makesDocuments: Whether to start from documents that are made from choices, too.
  ///   - seed: The seed of the choices.
  ///   - documents: Inputs to start from, in addition to the corpus.
  package init(
    format: Corpus.Format?, optionByteCount: Int = 0, maximumByteCount: Int, makesDocuments: Bool,
    seed: UInt64, documents: [[UInt8]]
  ) {
    mutator = Mutator(format)
    self.optionByteCount = optionByteCount
    self.maximumByteCount = maximumByteCount - optionByteCount
    self.makesDocuments = makesDocuments
    generator = SeededGenerator(seed: seed)
    seeds =
      ((format.map(Corpus.entries) ?? []).map(\.bytes)
      + documents.map { Array($0.dropFirst(optionByteCount)) })
      .filter { [maximumByteCount = self.maximumByteCount] in $0.count <= maximumByteCount }
    if seeds.isEmpty { seeds = [[]] }
  }

  /// Returns the next input: an input of the corpus or a generated document, changed one to four times.
  ///
  /// - Parameter make: Makes a document from choices, or returns `nil` if they make none.
  package mutating func next<E: Error>(making make: ([UInt8]) throws(E) -> [UInt8]?) throws(E) -> [UInt8] {
    var bytes = try nextSeed(make)
    if UInt8.random(in: 0..<8, using: &generator) == 0 {
      bytes = mutator.cross(bytes, with: try nextSeed(make), upTo: maximumByteCount, using: &generator)
    }
    // Generated documents are also checked as they are.
    for _ in 0..<Int.random(in: makesDocuments ? 0...4 : 1...4, using: &generator) {
      mutator.mutate(&bytes, upTo: maximumByteCount, using: &generator)
    }
    return (0..<optionByteCount).map { _ in UInt8.random(in: 0...255, using: &generator) } + bytes
  }

  private mutating func nextSeed<E: Error>(_ make: ([UInt8]) throws(E) -> [UInt8]?) throws(E) -> [UInt8] {
    if makesDocuments, Bool.random(using: &generator),
      let document = try make(FuzzInput.choices(using: &generator))
    {
      return document
    }
    return seeds[Int.random(in: 0..<seeds.count, using: &generator)]
  }

  /// Returns a part of an input to repeat, or `nil` if the input is empty.
  mutating func pump(of bytes: [UInt8]) -> Growth.Pump? { Growth.Pump(of: bytes, using: &generator) }
}
