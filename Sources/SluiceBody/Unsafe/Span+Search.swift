internal import Glibc

extension Span<UInt8> {
  /// The first place of `byte`, from `start` on.
  package func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    // Right: what is searched is a part of the span, as `extracting` has checked, and the pointer that is found lies in it.
    unsafe extracting(start..<count).withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let found = unsafe memchr(base, CInt(byte), bytes.count) else {
        return nil
      }
      return unsafe start + (UnsafeRawPointer(found) - base)
    }
  }

  /// The first place of `byte` or `other`, from `start` on.
  ///
  /// Eight bytes are looked at together. Searching for one and then for the other would take quadratic time where one
  /// is in every place and the other nowhere.
  package func firstIndex(of byte: UInt8, or other: UInt8, from start: Int) -> Int? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var index = start
    while count - index >= 8 {
      // Right: any eight bytes are an integer, and the load checks that they are there.
      let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
      let first = word ^ (ones &* UInt64(byte))
      let second = word ^ (ones &* UInt64(other))
      // The lowest bit that is set is right: a zero byte sets its highest bit, and those above alone may err.
      let zeros = ((first &- ones) & ~first | (second &- ones) & ~second) & (ones &* 0x80)
      if zeros != 0 { return index + zeros.trailingZeroBitCount / 8 }
      index += 8
    }
    for index in index..<count where self[index] == byte || self[index] == other { return index }
    return nil
  }
}
