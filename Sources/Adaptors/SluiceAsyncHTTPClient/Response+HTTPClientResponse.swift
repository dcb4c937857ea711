#if AsyncHTTPClient
  internal import AsyncHTTPClient
  internal import HTTPTypes
  internal import NIOCore
  internal import NIOHTTP1
  internal import SluiceBody
  internal import SluiceSerialization
  internal import SluiceSession
  internal import SluiceTransport

  extension SessionResponse {
    /// Creates the response of a session for a response of AsyncHTTPClient. Its body is received while it is read.
    ///
    /// - Throws: A ``SessionError``; a `CancellationError`.
    init(_ response: HTTPClientResponse) async throws {
      let head = HTTPResponse(response)
      // The client checks the URL, but reads some of them differently.
      let origin = response.history.last?.request
      let url = origin.flatMap { try? RequestURL($0.url) }
      let request = HTTPRequest(
        method: origin.flatMap { HTTPRequest.Method($0.method.rawValue) } ?? .get, scheme: url?.origin.scheme,
        authority: url?.authority, path: url?.target)
      do {
        let length = BodyLength(of: head, toRequest: request.method)
        if case .invalid(let reason) = length { throw SessionError(.invalidResponse, message: reason) }
        var rest = response.body.makeAsyncIterator()
        let (start, isCoded) = try await Self.start(of: &rest, head)
        let reception = BodyReception(of: start, followedBy: rest, url: url?.redacted)
        self.init(
          head, body: reception.channel,
          byteCount: isCoded || !head.headerFields.contains(.contentEncoding) ? length.byteCount : nil,
          isCoded: isCoded, request: request, keeping: reception)
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        let error = SessionError(ofClient: error)
        throw url.map { error.at($0.redacted) } ?? error
      }
    }

    /// Determines whether a body still has the codings of its `Content-Encoding`, which the client leaves in the head
    /// if it decodes them. Only the first bytes of the body tell the difference.
    ///
    /// - Returns: The buffers that were received for it, and whether the body is coded.
    private static func start(
      of body: inout HTTPClientResponse.Body.AsyncIterator, _ head: HTTPResponse
    ) async throws -> (start: [ByteBuffer], isCoded: Bool) {
      guard head.headerFields.contains(.contentEncoding) else { return ([], false) }
      // Unknown codings are an error when the body is read.
      guard let codings = try? ContentCodings(parsing: head.headerFields) else { return ([], true) }
      var start: [ByteBuffer] = []
      var bytes: [UInt8] = []
      while bytes.count < 2, let buffer = try await body.next() {
        start.append(buffer)
        bytes += buffer.readableBytesView.prefix(2 - bytes.count)
      }
      return (start, codings.isApplied(to: bytes))
    }
  }

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

  extension HTTPHeaders {
    /// Creates the headers with the same names and values, in the same order.
    init(_ fields: HTTPFields) {
      self.init(fields.map { ($0.name.rawName, $0.value) })
    }
  }

  extension HTTPFields {
    /// Creates the fields with the same names and values, in the same order. NIO's parser has checked the names.
    init(_ headers: HTTPHeaders) {
      self.init(
        headers.compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } })
    }
  }

  extension HTTPResponse {
    /// Creates the head of a response.
    init(_ response: HTTPClientResponse) {
      self.init(
        status: Status(code: Int(response.status.code), reasonPhrase: response.status.reasonPhrase),
        headerFields: HTTPFields(response.headers))
    }
  }
#endif
