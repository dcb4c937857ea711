internal import CZlib
internal import SluiceBody

/// One of zlib's streams. The only place that calls zlib.
///
/// Unsafe are the stream, which keeps a pointer to itself and so has a place of its own on the heap, and the pointers to
/// input and output, which zlib uses within a call only.
@safe
final class ZlibStream {
  enum Direction {
    case deflate(level: Int)
    case inflate
  }

  /// What a step has done.
  struct Step {
    let consumed: Int
    let produced: Int
    let code: CInt

    var isAtEnd: Bool { code == Z_STREAM_END }
  }

  private let stream: UnsafeMutablePointer<z_stream>
  private let direction: Direction

  /// - Parameter windowBits: the format as zlib counts: 15 for zlib, 31 for gzip, −15 for raw.
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

  /// Goes on, as far as there is input and room for output.
  ///
  /// - Parameter limit: the most bytes of output, whatever room there is.
  func step(
    _ input: borrowing Span<UInt8>, into output: inout OutputSpan<UInt8>, limit: Int = .max,
    isLast: Bool = false
  ) -> Step {
    let room = min(output.freeCapacity, limit, Int(CUnsignedInt.max))
    var step = Step(consumed: 0, produced: 0, code: Z_BUF_ERROR)
    unsafe input.withUnsafeBufferPointer { input in
      let count = min(input.count, Int(CUnsignedInt.max))
      unsafe output.append(upTo: room) { output in
        unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(mutating: input.baseAddress)
        unsafe stream.pointee.avail_in = CUnsignedInt(count)
        unsafe stream.pointee.next_out = unsafe output.baseAddress?.assumingMemoryBound(to: UInt8.self)
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

  /// Begins anew with the same format.
  func reset() {
    switch direction {
    case .deflate: unsafe deflateReset(stream)
    case .inflate: unsafe inflateReset(stream)
    }
  }

  /// zlib's words for what is wrong with the input.
  var message: String? {
    unsafe stream.pointee.msg.map { unsafe String(cString: $0) }
  }
}
