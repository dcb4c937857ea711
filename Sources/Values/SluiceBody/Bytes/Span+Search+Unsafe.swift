internal import Glibc

extension Span<UInt8> {
  /// Returns the first index of `byte`, from `start` on.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    // SAFETY: `extracting` checks the range that is searched, and the pointer that is found lies in that range.
    unsafe extracting(start..<count).withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let found = unsafe memchr(base, CInt(byte), bytes.count) else {
        return nil
      }
      return unsafe start + (UnsafeRawPointer(found) - base)
    }
  }

  /// Returns the first index of `byte` or `other`, from `start` on.
  ///
  /// Eight bytes are compared at once. Searching for one byte and then for the other would take quadratic time over
  /// repeated calls if one occurs everywhere and the other nowhere.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package func firstIndex(of byte: UInt8, or other: UInt8, from start: Int) -> Int? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var index = start
    while count - index >= 8 {
      // SAFETY: any eight bytes are a valid integer, and the load checks that they are within the span.
      let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
      let first = word ^ (ones &* UInt64(byte))
      let second = word ^ (ones &* UInt64(other))
      // The lowest bit set is exact: a zero byte sets its highest bit, and only bits above the first may be wrong.
      let zeros = ((first &- ones) & ~first | (second &- ones) & ~second) & (ones &* 0x80)
      if zeros != 0 { return index + zeros.trailingZeroBitCount / 8 }
      index += 8
    }
    for index in index..<count where self[index] == byte || self[index] == other { return index }
    return nil
  }
}
