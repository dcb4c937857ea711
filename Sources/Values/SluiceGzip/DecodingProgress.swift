package import SluiceErrors

/// An error of a content coding, such as ``GzipError``.
package protocol CodingError: SluiceError {
  init(_ code: ErrorCode, at byteOffset: Int64, _ detail: String?)
}

/// The bytes that a decoder has consumed and produced so far, and the check of its limits.
package struct DecodingProgress<Failure: CodingError> {
  private let limits: Inflater.Limits
  package private(set) var consumedByteCount: Int64 = 0
  package private(set) var producedByteCount: Int64 = 0

  package init(limits: Inflater.Limits) { self.limits = limits }

  private var maximumByteCount: Int64? { limits.maximumByteCount.map { max($0, 0) } }

  /// The maximum number of bytes to produce in the next step, or `nil` for no limit.
  ///
  /// It is one byte more than the limit allows, so that exceeding it is detected.
  package var room: Int? {
    maximumByteCount.map { Int(clamping: min($0, .max - 1) - producedByteCount + 1) }
  }

  /// Counts consumed bytes.
  package mutating func consume(_ count: Int) { consumedByteCount += Int64(count) }

  /// Counts bytes that were appended to `output`, at most ``room``, and checks the limits. A byte beyond the limit is
  /// removed.
  ///
  /// Limits take precedence over errors in the data after them, so call this before checking those.
  package mutating func produce(_ count: Int, in output: inout OutputSpan<UInt8>) throws(Failure) {
    producedByteCount += Int64(count)
    var excess: (code: ErrorCode, message: String)?
    if let limit = maximumByteCount, producedByteCount > limit {
      output.removeLast(1)
      producedByteCount -= 1
      excess = (.outputTooLarge, "more than \(limit) bytes of output")
    }
    // The ratio takes precedence: with small pieces of output, it would be exceeded first.
    if let ratio = limits.maximumRatio, producedByteCount > 64 * 1024,
      Double(producedByteCount) > ratio * Double(consumedByteCount)
    {
      excess = (.ratioTooLarge, "over \(ratio) output bytes per input byte")
    }
    if let excess { throw Failure(excess.code, at: consumedByteCount, excess.message) }
  }
}
