internal import SluiceSupport

/// A cache of the keys of a type's objects as JSON text.
///
/// Types have few keys and encode them in the same order each time. A search therefore starts at the key that is
/// expected next, and compares the bits of the strings instead of their characters.
///
/// SAFETY: Exclusivity is unchecked. This is sound because a single thread uses the cache, and no access to its
/// properties spans a call to a caller's type.
final class JSONKeyTexts {
  private struct Entry {
    /// The key. It is retained so that no other string can have the same bits.
    let name: String
    let bits: JSONStringBits
    let hash: UInt64
    /// The first word of its text in ``words``, which includes the quotation marks, escapes and a colon.
    let firstWord: Int
    let byteCount: Int
  }

  /// The maximum number of keys, which is the number of bits in ``JSONFrame/keyBits``.
  private static let maximumCount = 64
  /// The maximum length in bytes of a key that is kept.
  private static let maximumByteCount = 64

  @safe @exclusivity(unchecked) private var entries: [Entry] = []
  @safe @exclusivity(unchecked) private var words: [UInt64] = []

  var isEmpty: Bool { entries.isEmpty }

  /// Appends a key and a colon to a buffer.
  ///
  /// - Parameters:
  ///   - name: The key.
  ///   - next: The position at which the key is expected among those that are kept.
  ///   - buffer: The buffer to append to.
  ///   - escapesSlashes: Whether slashes are escaped.
  /// - Returns: The key's permanent position among those that are kept, or `nil` if it is not kept.
  @inline(__always)
  func append(_ name: String, next: Int, to buffer: JSONBuffer, escapesSlashes: Bool) -> Int? {
    let bits = JSONStringBits(name)
    var place = next
    while place < entries.count {
      if entries[place].bits == bits {
        // Before the words are read. The compiler would count a reference to them during this call.
        buffer.reserve(entries[place].byteCount + 8)
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
      // A key whose hash collides with that of a kept key is not kept.
      return ExactString(entries[place].name) == ExactString(name) ? place : nil
    }
    guard entries.count < Self.maximumCount, name.utf8.count <= Self.maximumByteCount else { return nil }
    entries.append(
      Entry(
        name: name, bits: JSONStringBits(name), hash: hash, firstWord: words.count,
        byteCount: buffer.count - start))
    buffer.copyWords(from: start, to: &words)
    return entries.count - 1
  }
}

extension JSONKeyTexts {
  /// A reference that does not keep the cache alive.
  ///
  /// SAFETY: `@safe` is sound because an emitter keeps all caches that its frames refer to.
  @safe
  struct Reference: BitwiseCopyable {
    private let texts: Unmanaged<JSONKeyTexts>

    @inline(__always)
    init(_ texts: JSONKeyTexts) { unsafe self.texts = Unmanaged.passUnretained(texts) }

    /// Appends a key and a colon to a buffer. See ``JSONKeyTexts/append(_:next:to:escapesSlashes:)``.
    @inline(__always)
    func append(_ name: String, next: Int, to buffer: JSONBuffer, escapesSlashes: Bool) -> Int? {
      unsafe texts._withUnsafeGuaranteedRef {
        $0.append(name, next: next, to: buffer, escapesSlashes: escapesSlashes)
      }
    }
  }
}

/// The bits of a string value, without the characters that it may refer to.
///
/// Two strings with the same bits are equal as long as one of them is retained: they hold the same characters inline,
/// or refer to the same memory, which is not mutated while it has two owners. Strings with different bits may also be
/// equal.
struct JSONStringBits: Equatable {
  private let words: (UInt64, UInt64)

  @inline(__always)
  init(_ text: String) {
    // SAFETY: A string has the size of two words; a cast between different sizes does not compile. The words are only
    // compared, never used as pointers.
    words = unsafe unsafeBitCast(text, to: (UInt64, UInt64).self)
  }

  @inline(__always)
  static func == (left: JSONStringBits, right: JSONStringBits) -> Bool {
    left.words.0 == right.words.0 && left.words.1 == right.words.1
  }
}
