/// A sequence of inputs that are made from those of the corpus. The same seed always gives the same inputs.
package struct InputSearch {
  private let mutator: Mutator
  private let maximumByteCount: Int
  private let optionByteCount: Int
  private let generate: FuzzTarget.Generator?
  private var generator: SeededGenerator
  private var seeds: [[UInt8]]

  /// - Parameters:
  ///   - format: The format of the documents, or `nil` for any bytes.
  ///   - optionByteCount: The number of random bytes before each document.
  ///   - maximumByteCount: The maximum number of bytes of an input.
  ///   - generate: Makes a document from choices, or `nil` to start only from the corpus.
  ///   - seed: The seed of the choices.
  ///   - found: Inputs to start from, in addition to the corpus.
  package init(
    format: Corpus.Format?, optionByteCount: Int = 0, maximumByteCount: Int, generate: FuzzTarget.Generator?,
    seed: UInt64, found: [[UInt8]]
  ) {
    mutator = Mutator(format)
    self.optionByteCount = optionByteCount
    self.maximumByteCount = maximumByteCount - optionByteCount
    self.generate = generate
    generator = SeededGenerator(seed: seed)
    let documents =
      (format.map(Corpus.entries) ?? []).map(\.bytes) + found.map { Array($0.dropFirst(optionByteCount)) }
    seeds = documents.filter { [maximumByteCount = self.maximumByteCount] in $0.count <= maximumByteCount }
    if seeds.isEmpty { seeds = [[]] }
  }

  /// Returns the next input: an input of the corpus or a generated document, changed one to four times.
  ///
  /// - Parameter record: Is called with a document while it is made by code that may trap.
  package mutating func next(recording record: ([UInt8]) -> Void = { _ in }) -> [UInt8] {
    var bytes = nextSeed(record)
    if UInt8.random(in: 0..<8, using: &generator) == 0 {
      bytes = mutator.cross(bytes, with: nextSeed(record), upTo: maximumByteCount, using: &generator)
    }
    // Generated documents are also checked as they are.
    for _ in 0..<Int.random(in: generate == nil ? 1...4 : 0...4, using: &generator) {
      mutator.mutate(&bytes, upTo: maximumByteCount, using: &generator)
    }
    return (0..<optionByteCount).map { _ in UInt8.random(in: 0...255, using: &generator) } + bytes
  }

  private mutating func nextSeed(_ record: ([UInt8]) -> Void) -> [UInt8] {
    if let generate, Bool.random(using: &generator) {
      var choices = FuzzInput.choices(using: &generator)
      if let document = generate(&choices, record) { return document }
    }
    return seeds[Int.random(in: 0..<seeds.count, using: &generator)]
  }

  /// Returns a part of an input to repeat, or `nil` if the input is empty.
  mutating func pump(of bytes: [UInt8]) -> Growth.Pump? { Growth.Pump(of: bytes, using: &generator) }
}
