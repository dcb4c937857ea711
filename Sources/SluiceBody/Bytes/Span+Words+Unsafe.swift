extension Span<UInt8> {
  /// Returns the four bytes at `offset` as a big-endian number. Fewer bytes there are a programming error.
  @inline(__always)
  func bigEndianWord(at offset: Int) -> UInt32 {
    // SAFETY: the call checks that the bytes lie within the span, and each pattern of bytes is a number.
    UInt32(bigEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
}
