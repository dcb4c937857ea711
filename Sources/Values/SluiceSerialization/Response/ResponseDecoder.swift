public import HTTPTypes

/// A decoder that validates the status and media type of a response and then decodes its body.
///
/// ```swift
/// let user = try await session.get("users/1", decoding: .json(User.self))
///
/// // With the response of any other client:
/// let user = try await ResponseDecoder.json(User.self).decode(response, body: bytes)
/// ```
///
/// The media type of an empty body is not checked. If `Output` is ``EmptyBodyConvertible``, an empty body decodes to
/// that type's empty value, and if it is any other optional, to `nil`. Otherwise, it is up to the decoder: most fail
/// with ``ErrorCode/emptyBody``. This applies to responses that never have a body (to HEAD, and with the
/// status 204, 205 or 304) and to any other response alike.
public struct ResponseDecoder<Output: Sendable>: ValidatingDecoder {
  /// The requirements that a response must meet before its body is decoded.
  public var validation: ResponseValidation
  /// A Boolean value that indicates whether the output does not depend on the body, which then need not be collected.
  package let ignoresBody: Bool
  /// Whether a function of the caller decodes the body, which may take any time.
  package let isCustom: Bool
  private let decodeBody: @Sendable (HTTPResponse, CollectedBody, DecodingContext) async throws -> Output

  /// Creates a custom decoder.
  ///
  /// - Parameters:
  ///   - validation: The requirements. By default, a status from 200 to 299 and any media type.
  ///   - decode: Decodes the body of a valid response. Its error becomes the `underlying` error of the
  ///     ``ResponseError``.
  public init(
    _ validation: ResponseValidation = ResponseValidation(),
    decode: @escaping @Sendable (_ response: HTTPResponse, _ body: CollectedBody) async throws -> Output
  ) {
    self.validation = validation
    (ignoresBody, isCustom) = (false, true)
    decodeBody = { response, body, _ in try await decode(response, body) }
  }

  /// Creates a decoder that uses the request or the defaults of the session.
  init(
    _ validation: ResponseValidation, ignoresBody: Bool = false, isCustom: Bool = false,
    decode: @escaping @Sendable (HTTPResponse, CollectedBody, DecodingContext) async throws -> Output
  ) {
    self.validation = validation
    (self.ignoresBody, self.isCustom) = (ignoresBody, isCustom)
    decodeBody = decode
  }

  /// Validates a response and decodes its body, outside of a session.
  ///
  /// - Parameters:
  ///   - response: The head of the response.
  ///   - request: The request that led to the response, for error messages. Defaults to `nil`.
  ///   - body: The complete body.
  /// - Throws: ``ResponseError``; `CancellationError` if the task is cancelled.
  public func decode(
    _ response: HTTPResponse, for request: HTTPRequest? = nil, body: CollectedBody
  ) async throws -> Output {
    try await decode(response, body: body, in: DecodingContext(request: request))
  }

  /// Validates a response and decodes its body, given as bytes, outside of a session.
  ///
  /// - Parameters:
  ///   - response: The head of the response.
  ///   - request: The request that led to the response, for error messages. Defaults to `nil`.
  ///   - body: The bytes of the complete body.
  /// - Throws: ``ResponseError``; `CancellationError` if the task is cancelled.
  public func decode(
    _ response: HTTPResponse, for request: HTTPRequest? = nil, body: [UInt8]
  ) async throws -> Output {
    try await decode(response, for: request, body: CollectedBody(body))
  }

  /// Validates a response and decodes its body.
  package func decode(
    _ response: HTTPResponse, body: CollectedBody, in context: DecodingContext
  ) async throws -> Output {
    try await decode(response, body: body, refusedFor: validation.refusal(of: response), in: context)
  }

  /// Decodes the body of a response whose head has been validated.
  ///
  /// - Parameter refusal: What the validation has returned.
  nonisolated(nonsending) package func decode(
    _ response: HTTPResponse, body: CollectedBody, refusedFor refusal: ErrorCode?,
    in context: DecodingContext
  ) async throws -> Output {
    if let refusal { try await validation.check(refusal, of: response, body: body, in: context) }
    do {
      return try await output(of: response, body: body, in: context)
    } catch is CancellationError {
      throw CancellationError()
    } catch let refusal as BodyRefusal {
      throw ResponseError(refusal.code, response: response, request: context.request, body: body)
    } catch {
      let codings = try? ContentCodings(parsing: response.headerFields)
      let isCoded = codings?.isApplied(to: body.prefix(2)) == true
      throw ResponseError(
        isCoded ? .contentCoded : .decodingFailed, response: response, request: context.request, body: body,
        underlying: error)
    }
  }

  /// Decodes the body of a valid response.
  nonisolated(nonsending) func output(
    of response: HTTPResponse, body: CollectedBody, in context: DecodingContext
  ) async throws -> Output {
    if body.isEmpty { return try await outputOfNothing(response, body, in: context) }
    do {
      return try await decodeBody(response, body, context)
    } catch let refusal as BodyRefusal where refusal.code == .emptyBody {
      return try Self.emptyOutput(or: refusal)
    }
  }

  /// Decodes an empty body.
  private func outputOfNothing(
    _ response: HTTPResponse, _ body: CollectedBody, in context: DecodingContext
  ) async throws -> Output {
    if let empty = Self.emptyOutput { return empty }
    return try await decodeBody(response, body, context)
  }

  private static func emptyOutput(or refusal: BodyRefusal) throws -> Output {
    guard let empty = emptyOutput else { throw refusal }
    return empty
  }

  /// The value for an empty body, or `nil` if there is none. For an optional `Output`, it is `.some(nil)`.
  private static var emptyOutput: Output? {
    if let type = Output.self as? any EmptyBodyConvertible.Type { return type.emptyBodyOutput as? Output }
    if let type = Output.self as? any OptionalOutput.Type { return type.none as? Output }
    return nil
  }
}

/// The error of a decoder that refuses a body without decoding it. It becomes a ``ResponseError`` with the same code.
package struct BodyRefusal: Error {
  let code: ErrorCode

  package init(code: ErrorCode) { self.code = code }
}

/// A type that has a value for a response with an empty body.
///
/// Optionals need no conformance: an empty body decodes to `nil`.
public protocol EmptyBodyConvertible: SendableMetatype {
  /// The value for an empty body.
  static var emptyBodyOutput: Self { get }
}

/// The optionals among the outputs.
///
/// A public conformance of `Optional` to ``EmptyBodyConvertible`` could collide with another module's.
private protocol OptionalOutput: SendableMetatype {
  static var none: Self { get }
}

extension Optional: OptionalOutput {}

/// The value of a response with an empty body.
///
/// ```swift
/// let _: EmptyBody = try await session.post("users", newUser)
/// ```
public struct EmptyBody: Hashable, Decodable, Sendable, EmptyBodyConvertible {
  /// The only value of the type.
  public static let emptyBodyOutput = EmptyBody()

  /// Creates the value.
  public init() {}
}

extension ResponseDecoder<EmptyBody> {
  /// A decoder of a response with an empty body.
  ///
  /// Accepts a status from 200 to 299 and 304. A non-empty body is an error (``ErrorCode/unexpectedBody``).
  public static var empty: ResponseDecoder {
    ResponseDecoder(ResponseValidation()) { _, _, _ in throw BodyRefusal(code: .unexpectedBody) }
      .accepting(statuses: 200..<300, 304)
  }
}

extension ResponseDecoder<Void> {
  /// A decoder that validates the status, and ignores the body.
  ///
  /// A session does not collect the body. It reads a small one, so that the connection can be reused, and ends the
  /// transfer of a larger one.
  ///
  /// ```swift
  /// try await session.send(request, decoding: .ignored)
  /// ```
  public static var ignored: ResponseDecoder {
    ResponseDecoder(ResponseValidation(), ignoresBody: true) { _, _, _ in }
  }
}

extension ResponseDecoder<[UInt8]> {
  /// A decoder that returns the bytes of the body, whatever its media type. The body may be empty.
  public static var bytes: ResponseDecoder {
    ResponseDecoder(ResponseValidation()) { _, body, _ in body.bytes }
  }
}

extension ResponseDecoder<CollectedBody> {
  /// A decoder that returns the body, in memory or in a temporary file, whatever its media type.
  public static var collected: ResponseDecoder {
    ResponseDecoder(ResponseValidation()) { _, body, _ in body }
  }
}

/// The context in which one response is decoded: the request that led to it, and the defaults of the session.
///
/// Decoders pass it on to the decoders that they consist of. Outside of a session, it has the defaults of a new one.
package struct DecodingContext: Sendable {
  /// The defaults of a session. All of its responses share them, because a decoder is too large to be copied for each.
  private final class Defaults: Sendable {
    let decoder: DefaultDecoder
    let failure: ResponseDecoder<any Error>?

    init(_ decoder: DefaultDecoder, _ failure: ResponseDecoder<any Error>?) {
      (self.decoder, self.failure) = (decoder, failure)
    }

    static let outside = Defaults(.json, nil)
  }

  /// The request, after redirects, or `nil` if unknown.
  package var request: HTTPRequest?
  private let defaults: Defaults

  /// Creates the context outside of a session.
  package init(request: HTTPRequest? = nil) {
    self.request = request
    defaults = .outside
  }

  /// Creates the context of a session's responses.
  package init(decoder: DefaultDecoder, failure: ResponseDecoder<any Error>?) {
    defaults = Defaults(decoder, failure)
  }

  /// The decoders that the forms without one use.
  package var decoder: DefaultDecoder { defaults.decoder }
  /// The decoder of failures for decoders without one, or `nil` if there is none.
  package var failure: ResponseDecoder<any Error>? { defaults.failure }
}
