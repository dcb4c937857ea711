internal import CZlib
internal import SluiceBody

/// One of zlib's streams. Only this type and ``CRC32`` call zlib.
///
/// SAFETY: zlib's state keeps a pointer to the stream, so the stream is allocated once and never moved, and only
/// `deinit` frees it. The pointers to input and output are used by zlib only during a call, and are reset after it. The
/// text of zlib's version is a constant.
@safe
final class ZlibStream {
  enum Direction {
    case deflate(level: Int)
    case inflate
  }

  /// The version of zlib. Each version may compress differently.
  static let version = unsafe String(cString: zlibVersion())

  /// The result of a step.
  struct Step {
    let consumed: Int
    let produced: Int
    let code: CInt

    var isAtEnd: Bool { code == Z_STREAM_END }
  }

  private let stream: UnsafeMutablePointer<z_stream>
  private let direction: Direction

  /// Creates a stream.
  ///
  /// - Parameter windowBits: The format as zlib counts: 15 for zlib, 31 for gzip, −15 for raw.
  /// - Throws: ``ErrorCode/outOfMemory``.
  init(_ direction: Direction, windowBits: CInt) throws(GzipError) {
    self.direction = direction
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let (version, size) = unsafe (ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
    let code =
      switch direction {
      case .deflate(let level):
        unsafe deflateInit2_(
          stream, CInt(level), Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, version, size)
      case .inflate: unsafe inflateInit2_(stream, windowBits, version, size)
      }
    guard code == Z_OK else { throw GzipError(.outOfMemory, at: 0) }
  }

  deinit {
    switch direction {
    case .deflate: unsafe deflateEnd(stream)
    case .inflate: unsafe inflateEnd(stream)
    }
    unsafe stream.deinitialize(count: 1)
    unsafe stream.deallocate()
  }

  /// Compresses or decompresses until the input is consumed, the output is full or the data ends.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of bytes of output, if less than the room in `output`. Defaults to no limit.
  ///   - isLast: Whether the input ends here, for compression. Defaults to `false`.
  #if compiler(<6.3)
    @_lifetime(output: copy output)
  #endif
  func step(
    _ input: borrowing Span<UInt8>, into output: inout OutputSpan<UInt8>, upTo limit: Int? = nil,
    isLast: Bool = false
  ) -> Step {
    let room = min(output.freeCapacity, limit ?? .max, Int(CUnsignedInt.max))
    var step = Step(consumed: 0, produced: 0, code: Z_BUF_ERROR)
    unsafe input.withUnsafeBufferPointer { input in
      let count = min(input.count, Int(CUnsignedInt.max))
      unsafe output.append(upTo: room) { output in
        unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(mutating: input.baseAddress)
        unsafe stream.pointee.avail_in = CUnsignedInt(count)
        // zlib refuses a null pointer, even if it may write nothing there.
        let start = unsafe output.baseAddress ?? UnsafeMutableRawPointer(stream)
        unsafe stream.pointee.next_out = unsafe start.assumingMemoryBound(to: UInt8.self)
        unsafe stream.pointee.avail_out = CUnsignedInt(output.count)
        let flush = isLast && count == input.count ? Z_FINISH : Z_NO_FLUSH
        let code =
          switch direction {
          case .deflate: unsafe CZlib.deflate(stream, flush)
          case .inflate: unsafe CZlib.inflate(stream, Z_NO_FLUSH)
          }
        let produced = output.count - Int(unsafe stream.pointee.avail_out)
        step = Step(
          consumed: count - Int(unsafe stream.pointee.avail_in), produced: produced, code: code)
        unsafe stream.pointee.next_in = nil
        unsafe stream.pointee.next_out = nil
        return produced
      }
    }
    return step
  }

  /// Starts over with the same format.
  func reset() {
    switch direction {
    case .deflate: unsafe deflateReset(stream)
    case .inflate: unsafe inflateReset(stream)
    }
  }

  /// zlib's description of an error in the input.
  var message: String? {
    // SAFETY: zlib's messages are constants.
    unsafe stream.pointee.msg.map { unsafe String(cString: $0) }
  }
}

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
