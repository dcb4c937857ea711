#if ISAL
  internal import CISAL
  internal import SluiceBody

  /// One of ISA-L's streams of level 1.
  ///
  /// SAFETY: the stream is freed only in `deinit`. The pointers to input and output are used by ISA-L only during a
  /// call, and are reset after it.
  @safe
  final class ISALDeflateStream: DeflateStream {
    /// The version of ISA-L. Each version may compress differently.
    static let version = "isal \(ISAL_MAJOR_VERSION).\(ISAL_MINOR_VERSION).\(ISAL_PATCH_VERSION)"

    private let stream: OpaquePointer

    /// Creates a stream.
    ///
    /// - Throws: ``GzipError/Code/outOfMemory``.
    init(_ format: DeflateFormat) throws(GzipError) {
      let flag =
        switch format {
        case .gzip: IGZIP_GZIP
        case .zlib: IGZIP_ZLIB
        case .raw: IGZIP_DEFLATE
        }
      guard let stream = unsafe sluice_isal_deflate_create(UInt16(flag)) else {
        throw GzipError(.outOfMemory, at: 0)
      }
      unsafe self.stream = stream
    }

    deinit { unsafe sluice_isal_deflate_free(stream) }

    func compress(
      _ input: borrowing Span<UInt8>, into output: inout OutputSpan<UInt8>, isLast: Bool
    ) -> (consumed: Int, isAtEnd: Bool) {
      var result = (consumed: 0, isAtEnd: false)
      unsafe input.withUnsafeBufferPointer { input in
        unsafe output.append(upTo: Int(CUnsignedInt.max)) { output in
          var (consumed, produced) = (CUnsignedInt(clamping: input.count), CUnsignedInt(output.count))
          let isLast = isLast && consumed == input.count
          let isAtEnd = unsafe sluice_isal_deflate(
            stream, input.baseAddress, &consumed, output.baseAddress?.assumingMemoryBound(to: UInt8.self),
            &produced,
            isLast ? 1 : 0)
          result = (Int(consumed), isAtEnd != 0)
          return Int(produced)
        }
      }
      return result
    }
  }
#endif
