#if AsyncHTTPClient
  internal import AsyncHTTPClient
  internal import NIOCore
  internal import SluiceBody
  internal import SluiceTransport

  /// Copies the body of a response into the pipe of a channel, as its reader makes room, until it is released.
  final class BodyReception: Sendable {
    let channel = ResponseChannel()
    private let task: Task<Void, Never>

    /// - Parameters:
    ///   - start: The buffers that have been received.
    ///   - rest: The buffers that follow.
    ///   - url: The URL for errors, without secrets, or `nil` if unknown.
    init(
      of start: [ByteBuffer], followedBy rest: sending HTTPClientResponse.Body.AsyncIterator, url: String?
    ) {
      var rest = rest
      task = Task { [channel] in
        do {
          for buffer in start { guard await channel.pipe.writeAll(of: buffer) else { return } }
          while let buffer = try await rest.next() {
            guard await channel.pipe.writeAll(of: buffer) else { return }
          }
          channel.pipe.finish()
        } catch is CancellationError {
          channel.pipe.finish(throwing: CancellationError())
        } catch {
          let error = SessionError(ofClient: error)
          channel.pipe.finish(throwing: url.map { error.at($0) } ?? error)
        }
      }
    }

    deinit { task.cancel() }
  }

  extension BytePipe {
    /// Queues the readable bytes of a buffer, and suspends until there is room for them.
    ///
    /// - Returns: `false` if the consumer has cancelled the pipe, or the task is cancelled.
    fileprivate func writeAll(of buffer: ByteBuffer) async -> Bool {
      while !Task.isCancelled {
        switch write(buffer.readableBytesUInt8Span) {
        case .written: return true
        case .cancelled: return false
        case .full: break
        }
        let signal = Signal()
        whenWritable { signal.fire() }
        await signal.wait()
      }
      return false
    }
  }
#endif
