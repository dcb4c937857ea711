#if AsyncHTTPClient
  internal import NIOCore
  internal import SluiceBody
  internal import SluiceTransport

  /// The bytes of a body as buffers for AsyncHTTPClient, which are read when it requests them.
  ///
  /// A declared size is checked before the last bytes are passed, so that no server takes another body for a complete
  /// one. With buffers of 3 bytes:
  ///
  /// ```
  ///  bytes     declared    passed
  ///  abcde     5           abc, then de once the source has reported its end
  ///  abcdef    5           abc, then the error
  ///  abcd      5           abc, then the error
  /// ```
  struct BodyBuffers: AsyncSequence, Sendable {
    let source: any BodySource
    /// The declared size of the body in bytes, or `nil` if unknown.
    let byteCount: Int64?
    /// The URL for errors, without secrets.
    let url: String

    /// Returns an iterator over a new pass.
    func makeAsyncIterator() -> Iterator {
      Iterator(pass: BodyPass(over: source), byteCount: byteCount, url: url)
    }

    struct Iterator: AsyncIteratorProtocol {
      /// The maximum number of bytes in a buffer, so large because each buffer costs a change of threads. With one byte
      /// more, it is a power of two.
      private static let maximumByteCount = 256 * 1024 - 1

      private let pass: BodyPass
      private let byteCount: Int64?
      private let url: String
      /// The last buffer. Its memory is used again if the client has released it.
      private var buffer = ByteBuffer()
      private var count: Int64 = 0
      private var hasEnded = false

      fileprivate init(pass: BodyPass, byteCount: Int64?, url: String) {
        (self.pass, self.byteCount, self.url) = (pass, byteCount, url)
      }

      /// Returns the next bytes, or `nil` at the end.
      ///
      /// - Throws: A ``SessionError`` with the code `body-failed`; a `CancellationError`.
      mutating func next() async throws -> ByteBuffer? {
        if hasEnded { return nil }
        // If reading throws, the iteration stays ended.
        hasEnded = true
        do {
          hasEnded = try await withTaskExecutorPreference(BlockingExecutor.shared) { try await fillBuffer() }
        } catch {
          try Task.checkCancellation()
          throw SessionError(.bodyFailed, underlying: error).at(url)
        }
        return buffer.readableBytes > 0 ? buffer : nil
      }

      /// Reads the next bytes, with the end of the body if they are the last ones.
      ///
      /// - Returns: Whether the body has ended. The buffer is empty only then.
      private mutating func fillBuffer() async throws -> Bool {
        let rest = byteCount.map { Int(clamping: $0 - count) } ?? .max
        // Room for one byte past the declared size, so that an excess is noticed.
        let room = rest <= Self.maximumByteCount ? rest + 1 : Self.maximumByteCount
        buffer.clear(minimumCapacity: room)
        while true {
          try Task.checkCancellation()
          let countBefore = buffer.readableBytes
          let outcome = try buffer.append(upTo: room - countBefore) { try pass.read(into: &$0) }
          let isWhole = buffer.readableBytes == rest
          if outcome == .end || buffer.readableBytes > rest { break }
          switch outcome {
          case .more where buffer.readableBytes == countBefore: throw BodyError(.readFailed)
          case .waiting where buffer.readableBytes == 0 || isWhole: await pass.untilReadable()
          case .more where buffer.readableBytes < room: continue
          case .more, .waiting, .end:
            count += Int64(buffer.readableBytes)
            return false
          }
        }
        count += Int64(buffer.readableBytes)
        if let byteCount, count != byteCount {
          throw BodyError(.byteCountMismatch, expected: byteCount, actual: count)
        }
        return true
      }
    }
  }
#endif
