#if AsyncHTTPClient
  internal import NIOCore
  internal import SluiceBody
  internal import SluiceNIO
  internal import SluiceTransport

  /// The request's body of an exchange, as buffers that the client requests.
  ///
  /// A buffer counts as sent when the client requests the next one, and the last buffer when the loop has taken it.
  struct SentBody: AsyncSequence, Sendable {
    let exchange: TaskExchange
    let loops: any EventLoopGroup

    func makeAsyncIterator() -> Iterator { Iterator(exchange, loops) }

    /// A class, because the client releases it when it stops sending.
    final class Iterator: AsyncIteratorProtocol {
      /// The maximum number of bytes in a buffer, so large because each buffer costs a change of threads.
      private static let maximumByteCount = 256 * 1024

      private let exchange: TaskExchange
      private var turns: LoopTurns
      private var reader: (any BodyReader)?
      private var recent = RecentBuffers()
      /// The number of bytes of the last buffer.
      private var lastByteCount = 0
      /// Whether the source had no bytes after those of the last buffer.
      private var isWaiting = false
      private var hasEnded = false

      fileprivate init(_ exchange: TaskExchange, _ loops: any EventLoopGroup) {
        self.exchange = exchange
        turns = LoopTurns(of: loops)
      }

      deinit { exchange.didStopSending() }

      /// Returns the next bytes, or `nil` at the end.
      ///
      /// - Throws: The error that ends the exchange.
      func next() async throws -> ByteBuffer? {
        if hasEnded { await turns.all() } else { await turns.next() }
        if lastByteCount > 0 || hasEnded { exchange.didSend(lastByteCount) }
        guard !hasEnded, let source = exchange.request.body else { return nil }
        var buffer = recent.removeOldest()
        buffer.clear()
        do {
          // Making, reading and releasing a reader may block.
          try await withTaskExecutorPreference(BlockingExecutor.shared) {
            let reader = try self.reader ?? source.makeReader()
            hasEnded = try await fill(&buffer, from: reader)
            self.reader = hasEnded ? nil : reader
          }
        } catch {
          throw try exchange.failure(ofBody: error)
        }
        lastByteCount = buffer.readableBytes
        if hasEnded { recent.removeAll() } else { recent.append(buffer) }
        if lastByteCount > 0 { return buffer }
        exchange.didSend(0)
        return nil
      }

      /// Reads the next bytes.
      ///
      /// - Returns: Whether the body has ended. The buffer is empty only then.
      private func fill(_ buffer: inout ByteBuffer, from reader: any BodyReader) async throws -> Bool {
        while true {
          if isWaiting { try await exchange.untilReadable(reader) }
          isWaiting = false
          try await exchange.waitWhileSuspended()
          let room = Self.maximumByteCount - buffer.readableBytes
          if room == 0 { return false }
          switch try buffer.append(upTo: room, with: { try exchange.read(reader, into: &$0) }) {
          case .more: continue
          case .waiting:
            isWaiting = true
            if buffer.readableBytes > 0 { return false }
          case .end: return true
          }
        }
      }
    }
  }
#endif
