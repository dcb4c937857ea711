internal import SluiceSupport

/// The keys of types that write themselves, if the encoder has a key encoding strategy.
struct JSONDirectKeys {
  /// The address and length of a static string, by which it is found faster than by its characters.
  private struct Literal: Hashable {
    let address: UInt
    let count: Int

    init(_ key: StaticString) {
      // SAFETY: The address is only compared. Static strings are never released, so no other has it.
      address = unsafe UInt(bitPattern: key.utf8Start)
      count = key.utf8CodeUnitCount
    }
  }

  private var converted: [Literal: String] = [:]
  /// The keys by their conversion.
  private var originals: [ExactString: ExactString] = [:]
  /// The last key of each object around the current position, unless it is data.
  private var last: [(depth: Int, key: StaticString)] = []
  /// Whether several keys have the same conversion, and an object may therefore repeat a key.
  private(set) var mayRepeat = false

  /// Returns the text of a key in the object that `depth` objects and arrays enclose or are.
  mutating func convert(_ key: StaticString, atDepth depth: Int) -> String {
    forget(fromDepth: depth)
    last.append((depth, key))
    let literal = Literal(key)
    if let known = converted[literal] { return known }
    let original = key.description
    let text = SnakeCase.snakeCased(original)
    let other = originals.updateValue(ExactString(original), forKey: ExactString(text))
    if let other, other != ExactString(original) { mayRepeat = true }
    converted[literal] = text
    return text
  }

  /// Forgets the last keys of objects that have ended, and of the object at `depth`.
  mutating func forget(fromDepth depth: Int) {
    while let innermost = last.last, innermost.depth >= depth { last.removeLast() }
  }

  /// Returns the coding key that was written as `text` by the object at `depth`.
  func original(of text: String, atDepth depth: Int) -> String {
    guard let key = last.last(where: { $0.depth == depth })?.key,
      let known = converted[Literal(key)], ExactString(known) == ExactString(text)
    else { return text }
    return key.description
  }
}
