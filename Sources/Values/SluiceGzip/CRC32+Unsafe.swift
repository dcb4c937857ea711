internal import CZlib

/// The checksum of gzip and PNG (RFC 1952 §8).
package enum CRC32 {
  /// Returns the checksum of bytes.
  ///
  /// - Parameter sum: The checksum of the bytes before them. Defaults to that of none.
  package static func checksum(of bytes: borrowing Span<UInt8>, after sum: UInt32 = 0) -> UInt32 {
    // SAFETY: zlib reads as many bytes as the argument says, which the buffer has, and keeps no pointer.
    unsafe bytes.withUnsafeBufferPointer { bytes in
      var sum = CUnsignedLong(sum)
      var rest = unsafe bytes[...]
      while unsafe !rest.isEmpty {
        let part = unsafe UnsafeBufferPointer(rebasing: rest.prefix(Int(CUnsignedInt.max)))
        unsafe sum = CZlib.crc32(sum, part.baseAddress, CUnsignedInt(part.count))
        unsafe rest = rest.dropFirst(part.count)
      }
      return UInt32(truncatingIfNeeded: sum)
    }
  }
}
