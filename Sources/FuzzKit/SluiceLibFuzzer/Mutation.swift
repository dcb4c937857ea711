import SluiceFuzz

/// The changes to the inputs of a target: mutators that know the format of the document, in turn with the engine's own.
struct Mutation {
  private let target: FuzzTarget
  private let mutator: Mutator
  /// The file of a document that is being made.
  private let making: RunningInput?

  /// - Parameter making: The file that has the document that is being made, if making it ends the process.
  init(_ target: FuzzTarget, making: RunningInput?) {
    self.target = target
    mutator = Mutator(target.format)
    self.making = making
  }

  /// Returns a changed input, or `nil` if the engine is to change it.
  ///
  /// The engine's own mutations know the dictionary and what the program compared, so they make half of the changes,
  /// and all of those to options.
  func mutated(_ bytes: [UInt8], upTo maximumCount: Int, seed: CUnsignedInt) -> [UInt8]? {
    var generator = SeededGenerator(seed: UInt64(seed))
    guard target.format != nil, Bool.random(using: &generator) else { return nil }
    let options = options(of: bytes)
    guard options.count < maximumCount else { return nil }
    var document = Array(bytes.dropFirst(options.count))
    if UInt8.random(in: 0..<16, using: &generator) == 0,
      let made = target.document(using: &generator, recording: { making?.record($0) })
    {
      document = made
    } else {
      mutator.mutate(&document, upTo: maximumCount - options.count, using: &generator)
    }
    return options + document
  }

  /// Returns an input that has parts of two.
  func crossed(_ a: [UInt8], with b: [UInt8], upTo maximumCount: Int, seed: CUnsignedInt) -> [UInt8] {
    var generator = SeededGenerator(seed: UInt64(seed))
    let options = options(of: a)
    let document = mutator.cross(
      Array(a.dropFirst(options.count)), with: Array(b.dropFirst(target.optionByteCount)),
      upTo: max(0, maximumCount - options.count), using: &generator)
    return options + document
  }

  /// Returns the option bytes of an input, filled up with zeros.
  private func options(of bytes: [UInt8]) -> [UInt8] {
    let options = Array(bytes.prefix(target.optionByteCount))
    return options + Array(repeating: 0, count: target.optionByteCount - options.count)
  }
}
