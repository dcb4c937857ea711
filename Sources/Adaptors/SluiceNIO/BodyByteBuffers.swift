#if NIO
  public import NIOCore
  public import SluiceBody

  extension BodySource {
    /// Returns the body as an async sequence of `ByteBuffer`s, for a server or client on SwiftNIO.
    ///
    /// ```swift
    /// for try await buffer in form.byteBuffers() { try await outbound.write(.body(buffer)) }
    /// ```
    ///
    /// The body is read straight into the memory of each buffer when the consumer requests it, on a thread that is
    /// neither one of the shared concurrency pool nor an event loop's. The memory of a buffer is used again if the
    /// consumer has released the buffer when it requests the fourth one after it.
    ///
    /// - Parameter limit: The maximum number of bytes in a buffer. Defaults to 64 KiB. A value outside 1 byte to 16 MiB
    ///   is clamped to that range.
    /// - Returns: The buffers, none of them empty. Each has `limit` bytes, unless the body ends or has no more bytes
    ///   for now.
    public func byteBuffers(ofUpTo limit: Int = 64 * 1024) -> BodyByteBuffers {
      BodyByteBuffers(source: self, maximumBufferByteCount: min(max(limit, 1), 16 << 20), loops: nil)
    }

    /// Returns the body as an async sequence of `ByteBuffer`s for a channel whose peer may stall.
    ///
    /// The writer of an async channel accepts buffers until the event loop has noticed that the channel is full, and
    /// the loop may be busy. So a consumer that holds the last four buffers gets another one only after the next turn
    /// of the loops, after which the writer knows whether the channel is full.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of bytes in a buffer.
    ///   - loops: The loops, one of which has the channel.
    package func byteBuffers(ofUpTo limit: Int, sentBy loops: any EventLoopGroup) -> BodyByteBuffers {
      BodyByteBuffers(source: self, maximumBufferByteCount: limit, loops: loops)
    }
  }

  /// The bytes of a body in `ByteBuffer`s.
  ///
  /// A declared size is checked before the last bytes are returned, so that no peer takes another body for a complete
  /// one. With buffers of 3 bytes:
  ///
  /// ```
  ///  bytes     declared    returned
  ///  abcde     5           abc, then de once the source has reported its end
  ///  abcdef    5           abc, then the error
  ///  abcd      5           abc, then the error
  /// ```
  ///
  /// Each iteration is a new pass over the body. A body that is not replayable can be iterated once; a second iteration
  /// throws ``ErrorCode/notReplayable``.
  public struct BodyByteBuffers: AsyncSequence, Sendable {
    let source: any BodySource
    let maximumBufferByteCount: Int
    /// The event loops that send the buffers, or `nil` if unknown.
    let loops: (any EventLoopGroup)?

    /// The exact number of bytes in all buffers, or `nil` if it cannot be known without reading.
    ///
    /// - Throws: The errors of ``BodySource/byteCount``.
    public var byteCount: Int64? { get throws { try source.byteCount } }

    /// Returns an iterator over a new pass. The body's reader is made by the iterator's first `next()`.
    public func makeAsyncIterator() -> Iterator {
      Iterator(buffers: self, pass: BodyPass(over: source))
    }

    /// One pass over the buffers of a body.
    public struct Iterator: AsyncIteratorProtocol {
      let buffers: BodyByteBuffers
      let pass: BodyPass
      private var recent = RecentBuffers()
      /// The declared size of the body, which is known after the first `next()`, or `nil` if there is none.
      private var declared: Int64?
      private var count: Int64 = 0
      private var hasBegun = false
      private var hasEnded = false

      init(buffers: BodyByteBuffers, pass: BodyPass) {
        self.buffers = buffers
        self.pass = pass
      }

      /// Returns the next buffer, or `nil` at the end and after an error.
      ///
      /// - Throws: The error of the body; ``ErrorCode/byteCountMismatch`` if it has more or fewer bytes than its
      ///   ``BodySource/byteCount``; a `CancellationError` if the task is cancelled.
      public mutating func next() async throws -> ByteBuffer? {
        if hasEnded { return nil }
        // An error is final, too.
        hasEnded = true
        // Once: it takes the time of a loop over the parts of a form.
        if !hasBegun {
          declared = try await withTaskExecutorPreference(BlockingExecutor.shared) { [buffers] in
            try buffers.byteCount
          }
        }
        hasBegun = true
        let rest = declared.map { Int(clamping: $0 - count) } ?? .max
        // Room for one byte past the declared size, so that an excess is noticed.
        let limit = rest <= buffers.maximumBufferByteCount ? rest + 1 : buffers.maximumBufferByteCount
        if let loops = buffers.loops, recent.areHeld {
          var turns = LoopTurns(of: loops)
          await turns.all()
        }
        var buffer = recent.removeOldest()
        let isLast = try await withTaskExecutorPreference(BlockingExecutor.shared) {
          try await pass.fill(&buffer, upTo: limit, of: rest)
        }
        count += Int64(buffer.readableBytes)
        if let declared, isLast, count != declared {
          throw BodyError(.byteCountMismatch, expected: declared, actual: count)
        }
        hasEnded = isLast
        if isLast { recent.removeAll() } else { recent.append(buffer) }
        return buffer.readableBytes == 0 ? nil : buffer
      }
    }
  }

  extension BodyPass {
    /// Replaces the bytes of a buffer with the next ones, and waits for the first of them. The buffer is empty only at
    /// the end of the body.
    ///
    /// - Parameters:
    ///   - buffer: The buffer.
    ///   - limit: The maximum number of bytes.
    ///   - rest: The number of bytes that the body still has by its declared size. When the buffer has all of them, it
    ///     waits for the end or for another byte.
    /// - Returns: Whether the body has ended, or has more bytes than declared.
    fileprivate func fill(_ buffer: inout ByteBuffer, upTo limit: Int, of rest: Int) async throws -> Bool {
      buffer.clear(minimumCapacity: limit)
      while true {
        try Task.checkCancellation()
        let count = buffer.readableBytes
        let outcome = try buffer.append(upTo: limit - count) { try read(into: &$0) }
        if outcome == .end || buffer.readableBytes > rest { return true }
        switch outcome {
        // Neither bytes nor the end: the source would be read for ever.
        case .more where buffer.readableBytes == count: throw BodyError(.readFailed)
        case .waiting where buffer.readableBytes == 0 || buffer.readableBytes == rest: await untilReadable()
        case .more where buffer.readableBytes < limit: continue
        case .waiting, .more, .end: return false
        }
      }
    }
  }

  extension AsyncSequence where Element == ByteBuffer {
    /// The readable bytes of the buffers, in the form that everything in Sluice accepts that reads chunks.
    ///
    /// ```swift
    /// let parts = try MultipartReader(body.readableBytesViews, contentType: type)
    /// let lines = ElementStream(body.readableBytesViews, decoding: .lines())
    /// let plain = body.readableBytesViews.inflated(limits: limits)
    /// let source = AnyBody.async(body.readableBytesViews, byteCount: length)
    /// ```
    ///
    /// A view shares the memory of its buffer. Readers copy each byte once, into memory of their own.
    public var readableBytesViews: AsyncMapSequence<Self, ByteBufferView> {
      map { $0.readableBytesView }
    }
  }
#endif
