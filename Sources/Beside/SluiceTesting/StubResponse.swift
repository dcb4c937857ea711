public import HTTPTypes
public import SluiceBody
public import SluiceJSON
internal import SluiceTransport

/// A response of a ``StubTransport``: a head and a body, or a failure.
///
/// ```swift
/// .status(.noContent)
/// try .json(user, status: .created, fields: [.location: "/v1/users/2"])
/// .body(.file(at: "/data/holiday.mov")).delayed(by: .seconds(1))
/// .text("half").failing(.connectionLost, afterBodyBytes: 2)
/// .failure(.connectionFailed)
/// .failure(.connectionLost).preceded(by: .init(code: 104), fields: [.location: "/uploads/1"])
/// ```
///
/// A body is sent as its reader takes it, so a large one needs no memory. `Content-Length` is its size if that is
/// known, unless the fields have a `Content-Length` or a `Transfer-Encoding`. As on a network, a body that is shorter
/// than its `Content-Length` ends with the code `connection-lost`, bytes after it are ignored, and responses to HEAD
/// and those with the status 204 or 304 have no body. Content codings are not applied: the body has them already if the
/// fields name them.
public struct StubResponse: Sendable {
  enum Content: Sendable {
    case response(HTTPResponse, any BodySource)
    case failure(SessionError)
  }

  /// The end of the body.
  enum Ending: Sendable {
    case complete
    /// The exchange fails after a number of bytes, or at the end of a shorter body.
    case failing(SessionError, after: Int64)
    /// Nothing follows after a number of bytes, or at the end of a shorter body.
    case stalling(after: Int64)
  }

  let content: Content
  private(set) var ending = Ending.complete
  private(set) var delay = Duration.zero
  /// The heads of the interim responses, in order.
  private(set) var interims: [HTTPResponse] = []

  private init(_ content: Content) { self.content = content }

  private init(
    _ status: HTTPResponse.Status, _ fields: HTTPFields, _ contentType: String?, _ body: any BodySource
  ) {
    var fields = fields
    if let contentType, fields[.contentType] == nil { fields[.contentType] = contentType }
    self.init(.response(HTTPResponse(status: status, headerFields: fields), body))
  }

  /// Returns a response with an empty body.
  ///
  /// - Parameters:
  ///   - status: The status: a final one, from 200 on.
  ///   - fields: The fields. Defaults to none.
  public static func status(_ status: HTTPResponse.Status, fields: HTTPFields = [:]) -> StubResponse {
    StubResponse(status, fields, nil, BytesSource([]))
  }

  /// Returns a response with bytes as its body.
  ///
  /// - Parameters:
  ///   - bytes: The body.
  ///   - status: The status. Defaults to 200.
  ///   - fields: The fields. Defaults to none.
  public static func bytes(
    _ bytes: [UInt8], status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]
  ) -> StubResponse {
    StubResponse(status, fields, nil, BytesSource(bytes))
  }

  /// Returns a response with a text as its body, in UTF-8.
  ///
  /// - Parameters:
  ///   - text: The body.
  ///   - status: The status. Defaults to 200.
  ///   - fields: The fields. Defaults to none. `Content-Type` is `text/plain;charset=utf-8` unless they have that
  ///     field.
  public static func text(
    _ text: String, status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]
  ) -> StubResponse {
    StubResponse(status, fields, "text/plain;charset=utf-8", BytesSource(text.utf8))
  }

  /// Returns a response with a value as its body, in JSON.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - encoder: The encoder. Defaults to `JSON.Encoder()`.
  ///   - status: The status. Defaults to 200.
  ///   - fields: The fields. Defaults to none. `Content-Type` is `application/json` unless they have that field.
  /// - Throws: An `EncodingError`.
  public static func json(
    _ value: some Encodable, encoder: JSON.Encoder = JSON.Encoder(), status: HTTPResponse.Status = .ok,
    fields: HTTPFields = [:]
  ) throws -> StubResponse {
    StubResponse(status, fields, "application/json", BytesSource(try encoder.encode(value)))
  }

  /// Returns a response with any body, which is sent as it is read.
  ///
  /// An error of its reader ends the exchange: a ``SessionError`` as it is, any other with the code `failed`. Its
  /// waiting counts as the silence of a server.
  ///
  /// - Parameters:
  ///   - source: The body.
  ///   - status: The status. Defaults to 200.
  ///   - fields: The fields. Defaults to none. `Content-Type` is that of the source unless they have that field.
  public static func body(
    _ source: some BodySource, status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]
  ) -> StubResponse {
    StubResponse(status, fields, source.contentType, source)
  }

  /// Returns a failure instead of a response, such as a connection that cannot be established.
  ///
  /// - Parameters:
  ///   - code: The code of the error that the exchange ends with.
  ///   - message: Its description. Defaults to that of the code.
  public static func failure(_ code: ErrorCode, message: String? = nil) -> StubResponse {
    StubResponse(.failure(SessionError(code, message: message)))
  }

  /// Returns the response with a delay before its head, or before the failure.
  ///
  /// Delays add up. They count for the session's time limits.
  public func delayed(by delay: Duration) -> StubResponse {
    var response = self
    response.delay += delay
    return response
  }

  /// Returns the response with an error in the middle of its body, after a `Content-Length` for the whole body.
  ///
  /// - Parameters:
  ///   - code: The code of the error that the exchange ends with.
  ///   - byteCount: The number of bytes of the body before the error; all of a shorter body.
  public func failing(_ code: ErrorCode, afterBodyBytes byteCount: Int64) -> StubResponse {
    var response = self
    response.ending = .failing(SessionError(code), after: max(byteCount, 0))
    return response
  }

  /// Returns the response with a body that stops: nothing more arrives until the session gives up.
  ///
  /// - Parameter byteCount: The number of bytes of the body before it stops; all of a shorter body.
  public func stalling(afterBodyBytes byteCount: Int64) -> StubResponse {
    var response = self
    response.ending = .stalling(after: max(byteCount, 0))
    return response
  }

  /// Returns the response with an interim one before it, such as 104 (Upload Resumption Supported).
  ///
  /// Interim responses are sent in the order in which they were added, at once: before a delay. The request's body has
  /// been read whole before.
  ///
  /// - Parameters:
  ///   - status: The status: 100 to 199. Any other fails the exchange with the code `invalid-response`.
  ///   - fields: The fields. Defaults to none.
  public func preceded(by status: HTTPResponse.Status, fields: HTTPFields = [:]) -> StubResponse {
    var response = self
    response.interims.append(HTTPResponse(status: status, headerFields: fields))
    return response
  }
}
