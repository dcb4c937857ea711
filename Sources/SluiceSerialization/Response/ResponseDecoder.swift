public import HTTPTypes

/// Validates a response's status and media type, then decodes its body: a value with one method.
///
/// ```swift
/// let user = try await session.get("users/1", decoding: .json(User.self))
/// let user = try await ResponseDecoder.json(User.self).decode(response, body: bytes)   // of any client's response
/// ```
///
/// An empty body is right for an answer to HEAD and for the statuses 204, 205 and 304, and is let pass for any other: its type
/// is not checked, and where `Output` is an ``EmptyBodyConvertible`` type, as all optionals are, it is that type's empty value.
/// Else it is up to the decoder: to most an empty body is an error.
public struct ResponseDecoder<Output: Sendable>: ValidatingDecoder {
  public var validation: ResponseValidation
  private let decodeBody: @Sendable (HTTPResponse, CollectedBody) async throws -> Output

  /// A decoder of one's own.
  ///
  /// - Parameters:
  ///   - validation: by default a status from 200 to 299, and any media type.
  ///   - decode: called with responses that are valid. What it throws is the ``ResponseError``'s `underlying` error.
  public init(
    _ validation: ResponseValidation = ResponseValidation(),
    decode: @escaping @Sendable (_ response: HTTPResponse, _ body: CollectedBody) async throws -> Output
  ) {
    self.validation = validation
    decodeBody = decode
  }

  /// - Parameter request: what the response answers, for errors to tell of.
  /// - Throws: ``ResponseError``; a `CancellationError`.
  public func decode(
    _ response: HTTPResponse, to request: HTTPRequest? = nil, body: CollectedBody
  ) async throws -> Output {
    try await validation.check(response, to: request, body: body)
    do {
      return try await output(of: response, body)
    } catch is CancellationError {
      throw CancellationError()
    } catch let refusal as BodyRefusal {
      throw ResponseError(refusal.code, response: response, request: request, body: body)
    } catch {
      throw ResponseError(
        .decodingFailed, response: response, request: request, body: body, underlying: error)
    }
  }

  /// - Parameter request: what the response answers, for errors to tell of.
  /// - Throws: ``ResponseError``; a `CancellationError`.
  public func decode(
    _ response: HTTPResponse, to request: HTTPRequest? = nil, body: [UInt8]
  ) async throws -> Output {
    try await decode(response, to: request, body: CollectedBody(body))
  }

  /// What is in a valid response's body.
  func output(of response: HTTPResponse, _ body: CollectedBody) async throws -> Output {
    if body.isEmpty, let empty = Self.emptyOutput { return empty }
    do {
      return try await decodeBody(response, body)
    } catch let refusal as BodyRefusal {
      if refusal.code == .emptyBody, let empty = Self.emptyOutput { return empty }
      throw refusal
    }
  }

  private static var emptyOutput: Output? {
    (Output.self as? any EmptyBodyConvertible.Type).flatMap { empty($0) }
  }

  private static func empty<Value: EmptyBodyConvertible>(_ type: Value.Type) -> Output? {
    type.emptyBodyOutput as? Output
  }
}

/// How a decoder says that it is not for lack of sense that a body is refused.
package struct BodyRefusal: Error {
  let code: ResponseError.Code

  package init(code: ResponseError.Code) { self.code = code }
}

/// A type that has a value for a response without a body.
public protocol EmptyBodyConvertible: SendableMetatype {
  static var emptyBodyOutput: Self { get }
}

extension Optional: EmptyBodyConvertible {
  /// nil.
  public static var emptyBodyOutput: Wrapped? { nil }
}

/// What a response without a body holds.
public struct Empty: Hashable, Sendable, EmptyBodyConvertible {
  public static let emptyBodyOutput = Empty()

  public init() {}
}

extension ResponseDecoder<Empty> {
  /// A response without a body, of a status from 200 to 299 or 304. A body is an error.
  public static var empty: ResponseDecoder {
    ResponseDecoder { _, _ in throw BodyRefusal(code: .unexpectedBody) }
      .accepting(statuses: 200..<300, 304..<305)
  }
}

extension ResponseDecoder<[UInt8]> {
  /// The body as it is, of any type. An empty one has no bytes.
  public static var bytes: ResponseDecoder { ResponseDecoder { _, body in body.bytes } }
}

extension ResponseDecoder<CollectedBody> {
  /// The body as it is, of any type, in memory or in a temporary file.
  public static var collected: ResponseDecoder { ResponseDecoder { _, body in body } }
}
