/// The keys that objects of one type have, as they are written.
///
/// Types have few keys, and write them in the same order each time: so the next key is looked for where it is expected,
/// and known by the bits of its string.
final class JSONKeyTexts {
  private struct Entry {
    /// Kept, so that the bits stay its own.
    let name: String
    let bits: JSONStringBits
    let hash: UInt64
    /// Its text in ``words``: with quotation marks, escapes and a colon.
    let firstWord: Int
    let byteCount: Int
  }

  /// What the bits of a word can tell apart.
  private static let maxCount = 64
  /// Longer keys are not kept.
  private static let maxLength = 64

  @safe @exclusivity(unchecked) private var entries: [Entry] = []
  @safe @exclusivity(unchecked) private var words: [UInt64] = []

  /// Appends a key and a colon. Returns the key's place among those that are kept, which it has for good; nil if it is not
  /// kept. `next` is where it is expected.
  @inline(__always)
  func append(_ name: String, next: Int, to buffer: JSONBuffer, escapesSlashes: Bool) -> Int? {
    let bits = JSONStringBits(name)
    var place = next
    while place < entries.count {
      if entries[place].bits == bits {
        buffer.append(words, from: entries[place].firstWord, byteCount: entries[place].byteCount)
        return place
      }
      place += 1
    }
    return appendOther(name, to: buffer, escapesSlashes: escapesSlashes)
  }

  @inline(never)
  private func appendOther(_ name: String, to buffer: JSONBuffer, escapesSlashes: Bool) -> Int? {
    let start = buffer.count
    buffer.appendString(name, escapesSlashes: escapesSlashes)
    buffer.append(UInt8(ascii: ":"))
    let hash = JSONKeyHashes.hash(of: name)
    if let place = entries.firstIndex(where: { $0.hash == hash }) {
      // One whose hash another has is not kept.
      return ExactString(entries[place].name) == ExactString(name) ? place : nil
    }
    guard entries.count < Self.maxCount, name.utf8.count <= Self.maxLength else { return nil }
    entries.append(
      Entry(
        name: name, bits: JSONStringBits(name), hash: hash, firstWord: words.count,
        byteCount: buffer.count - start))
    buffer.copyWords(from: start, to: &words)
    return entries.count - 1
  }
}
