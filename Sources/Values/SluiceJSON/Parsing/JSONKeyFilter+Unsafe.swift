// SAFETY: A key is read only within its length. An entry comes from the tape, and a buffer is used only in its call.

/// A Bloom filter of the keys of an object, with two bits for each key.
///
/// One of them is in the first two words, and the other one in the last two.
@usableFromInline
struct JSONKeyFilter {
  @usableFromInline var words = InlineArray<4, UInt64>(repeating: 0)

  @inlinable @inline(__always)
  init() {}

  /// The filter that contains every key.
  @inlinable @inline(__always)
  static var everything: JSONKeyFilter {
    var filter = JSONKeyFilter()
    filter.words = InlineArray(repeating: .max)
    return filter
  }

  /// Whether the filter contains every key.
  var containsEverything: Bool { words[0] & words[1] & words[2] & words[3] == .max }

  /// Adds a key with the given hash.
  @inlinable @inline(__always)
  mutating func insert(_ hash: UInt32) {
    let (first, second) = Self.bits(of: hash)
    let (isFirstEven, isSecondEven) = Self.choices(of: hash)
    words[0] |= first & isFirstEven
    words[1] |= first & ~isFirstEven
    words[2] |= second & isSecondEven
    words[3] |= second & ~isSecondEven
  }

  /// Returns whether a key with the given hash may have been added; `false` if it certainly was not.
  @inlinable @inline(__always)
  func mayContain(_ hash: UInt32) -> Bool {
    let (first, second) = Self.bits(of: hash)
    let (isFirstEven, isSecondEven) = Self.choices(of: hash)
    return (words[0] & isFirstEven | words[1] & ~isFirstEven) & first != 0
      && (words[2] & isSecondEven | words[3] & ~isSecondEven) & second != 0
  }

  /// Returns the bit of a key in each of its two words.
  @inlinable @inline(__always)
  static func bits(of hash: UInt32) -> (UInt64, UInt64) {
    (1 &<< UInt64(hash >> 24), 1 &<< UInt64(hash >> 16))
  }

  /// Returns all bits for each word of a key that is the first one of two, and otherwise no bits.
  ///
  /// An index that is not a constant would copy all words.
  @inlinable @inline(__always)
  static func choices(of hash: UInt32) -> (UInt64, UInt64) {
    (UInt64(hash >> 31) &- 1, UInt64(hash >> 22 & 1) &- 1)
  }

  /// Returns the hash of a key, of which the compiler knows that of a constant.
  ///
  /// Keys with different hashes are different; the converse does not hold.
  ///
  /// - Precondition: `count` bytes are readable at `start`.
  @inlinable @inline(__always)
  static func hash(_ start: UnsafePointer<UInt8>, count: Int) -> UInt32 {
    var text: UInt64 = 0
    if count >= 16 {
      // Long keys of a type often start and end with the same words.
      text = unsafe word(start, 0) ^ word(start + 8, 13) ^ word(start + (count &- 8) / 2, 27)
      text ^= unsafe word(start + (count &- 16), 39) ^ word(start + (count &- 8), 51)
    } else if count >= 8 {
      text = unsafe word(start, 0) ^ word(start + (count &- 8), 27)
    } else if count >= 4 {
      unsafe text = UInt64(JSONWord.half(at: start)) << 32 | UInt64(JSONWord.half(at: start + (count &- 4)))
    } else if count > 0 {
      unsafe text = UInt64(start[0]) << 16 | UInt64(start[count / 2]) << 8 | UInt64(start[count &- 1])
    }
    text ^= UInt64(truncatingIfNeeded: count) &<< 56
    let product = text.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return UInt32(truncatingIfNeeded: (product.high ^ product.low) >> 16)
  }

  /// Returns eight bytes, rotated so that equal words of a key do not cancel each other.
  @inlinable @inline(__always)
  static func word(_ start: UnsafePointer<UInt8>, _ rotation: UInt64) -> UInt64 {
    let bits = unsafe JSONWord(at: start).bits
    return bits &<< rotation | bits &>> (64 &- rotation)
  }
}

extension JSONTape {
  /// Returns the hash of the key at `index` for a ``JSONKeyFilter``.
  @inline(__always)
  func keyHash(at index: Int) -> UInt32 {
    let entry = self[index]
    guard entry.isPlainString(ofLength: entry.length) else { return otherKeyHash(at: index) }
    return unsafe JSONKeyFilter.hash(bytes + entry.offset, count: entry.length)
  }

  @inline(never)
  private func otherKeyHash(at index: Int) -> UInt32 {
    unsafe withText(of: self[index]) { text in
      guard let start = text.baseAddress else { return 0 }
      return unsafe JSONKeyFilter.hash(start, count: text.count)
    }
  }
}
