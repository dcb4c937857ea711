package import HTTPTypes
public import SluiceCoding

/// The requirements that a response must meet before its body is decoded.
///
/// ```swift
/// var validation = ResponseValidation(mediaTypes: ["application/json"])
/// validation.statuses = RangeSet(200..<300)
/// let decoder = ResponseDecoder(validation) { _, body in body.bytes }
/// ```
public struct ResponseValidation: Sendable {
  /// The acceptable status codes. Defaults to 200 to 299.
  public var statuses = successful {
    didSet { statusRanges = Array(statuses.ranges) }
  }
  /// The ranges of the acceptable status codes, of which there is one in most cases.
  private var statusRanges = successfulRanges
  /// The acceptable media types, whatever their parameters. Empty by default, which accepts any.
  public var mediaTypes: [MediaRange] {
    didSet { describe() }
  }
  /// The acceptable media types that are no ranges, such as `application/json`.
  private var exactTypes: [String] = []
  /// A Boolean value that indicates whether a body without a media type is acceptable. Defaults to `false`.
  ///
  /// Without a media type, a recipient has to guess the format
  /// ([RFC 9110 §8.3](https://www.rfc-editor.org/rfc/rfc9110#section-8.3)). An empty body needs no media type.
  public var acceptsMissingMediaType: Bool
  /// Decodes the typed failure from the body of a response with an unacceptable status.
  var failure: (@Sendable (HTTPResponse, CollectedBody, DecodingContext) async throws -> any Error)?

  private static let successful = RangeSet(successfulRanges)
  private static let successfulRanges = [200..<300]

  /// Creates requirements with a status from 200 to 299.
  ///
  /// - Parameters:
  ///   - mediaTypes: The acceptable media types. Empty by default, which accepts any.
  ///   - acceptsMissingMediaType: Whether a body without a media type is acceptable. Defaults to `false`.
  public init(mediaTypes: [MediaRange] = [], acceptsMissingMediaType: Bool = false) {
    self.mediaTypes = mediaTypes
    self.acceptsMissingMediaType = acceptsMissingMediaType
    if !mediaTypes.isEmpty { describe() }
  }

  /// The value of an `Accept` field that lists the acceptable media types, or `nil` if any is acceptable.
  ///
  /// Ranges of a suffix, such as `*/*+json`, are left out: an `Accept` field cannot express them
  /// ([RFC 9110 §12.5.1](https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1)).
  package private(set) var accept: String?

  /// Sets the properties that follow from ``mediaTypes``.
  private mutating func describe() {
    let texts = mediaTypes.map(\.description)
    exactTypes = texts.filter { !$0.contains("*") }
    let ranges = texts.filter { !$0.contains("*+") }
    accept = ranges.isEmpty ? nil : ranges.joined(separator: ", ")
  }

  func accepts(_ status: HTTPResponse.Status) -> Bool {
    let code = status.code
    return statusRanges.contains { $0.contains(code) }
  }

  /// Whether the media type of the response is acceptable.
  func acceptsMediaType(of response: HTTPResponse) -> Bool {
    if mediaTypes.isEmpty { return true }
    guard let value = response.mediaType else { return acceptsMissingMediaType }
    // Parsing a media type takes longer than the rest of the validation.
    if exactTypes.contains(value) { return true }
    guard let mediaType = try? MediaType(parsing: value) else { return false }
    return mediaTypes.contains { $0.matches(mediaType) }
  }

  /// Returns the error code for the head of a response that has a body, or `nil` if the head is acceptable.
  package func refusal(of response: HTTPResponse) -> ErrorCode? {
    if !accepts(response.status) { return .unacceptableStatus }
    return acceptsMediaType(of: response) ? nil : .unacceptableMediaType
  }

  /// Checks a response whose head is refused. The media type of an empty body is not checked.
  ///
  /// - Throws: ``ResponseError``; `CancellationError` if the task is cancelled while the failure is decoded.
  func check(
    _ code: ErrorCode, of response: HTTPResponse, body: CollectedBody, in context: DecodingContext
  ) async throws {
    if code == .unacceptableStatus {
      throw try await unacceptableStatus(response, body: body, in: context)
    }
    if !body.isEmpty { throw ResponseError(code, response: response, request: context.request, body: body) }
  }

  /// Returns the error of a response with an unacceptable status, with the failure that is decoded from its body.
  ///
  /// - Throws: `CancellationError` if the task is cancelled while the failure is decoded.
  package func unacceptableStatus(
    _ response: HTTPResponse, body: CollectedBody, in context: DecodingContext
  ) async throws -> ResponseError {
    let failure = try? await (failure ?? context.failure?.failure)?(response, body, context)
    try Task.checkCancellation()
    return ResponseError(
      .unacceptableStatus, response: response, request: context.request, body: body, underlying: failure)
  }
}

/// The numbers that a status can have: those of three digits or fewer.
private let allStatuses = 0..<1000

/// A decoder that validates a response before it decodes the body.
public protocol ValidatingDecoder: Sendable {
  /// The requirements that a response must meet.
  var validation: ResponseValidation { get set }
}

extension ValidatingDecoder {
  /// Returns the same decoder for other statuses, such as `.json(User.self).accepting(statuses: 200, 201)`.
  ///
  /// - Parameter statuses: The acceptable statuses.
  public func accepting(statuses: Int...) -> Self { accepting(RangeSet(), and: statuses) }

  /// Returns the same decoder for a range of statuses, such as
  /// `.json(User?.self).accepting(statuses: 200..<300, 404)`.
  ///
  /// - Parameters:
  ///   - statuses: The acceptable statuses: `200..<300`, `200...299` or `400...`.
  ///   - others: Further acceptable statuses. Defaults to none.
  public func accepting(statuses: some RangeExpression<Int>, _ others: Int...) -> Self {
    let start = allStatuses.drop { !statuses.contains($0) }
    let range = start.prefix { statuses.contains($0) }
    return accepting(RangeSet(range.isEmpty ? [] : [range.startIndex..<range.endIndex]), and: others)
  }

  private func accepting(_ range: RangeSet<Int>, and others: [Int]) -> Self {
    var decoder = self
    decoder.validation.statuses = others.lazy.filter(allStatuses.contains).reduce(into: range) {
      statuses, status in
      statuses.insert(contentsOf: status..<status + 1)
    }
    return decoder
  }

  /// Returns the same decoder for other media types.
  ///
  /// - Parameter mediaTypes: The acceptable media types. With `.any`, a body without a media type is acceptable, too.
  public func accepting(mediaTypes: MediaRange...) -> Self {
    var decoder = self
    decoder.validation.mediaTypes = mediaTypes
    decoder.validation.acceptsMissingMediaType = mediaTypes.contains(.any)
    return decoder
  }

  /// Returns the same decoder, which also decodes the body of a response with an unacceptable status.
  ///
  /// The decoded failure is the `underlying` error of the ``ResponseError``:
  ///
  /// ```swift
  /// do {
  ///   user = try await session.get("users/1", decoding: .json(User.self).decoding(failure: APIError.self))
  /// } catch let error as ResponseError {
  ///   if let error = error.underlying as? APIError { … }
  /// }
  /// ```
  ///
  /// If the body cannot be decoded as `Failure`, `underlying` is `nil`. At most 64 KiB of the body are read. This takes
  /// precedence over the session's `configuration.failure`.
  ///
  /// - Parameter failure: The type of the failure, which is decoded from JSON as by
  ///   ``ResponseDecoder/json(_:decoder:)-(Output.Type,_)``.
  public func decoding<Failure: Error & Decodable & SendableMetatype>(failure: Failure.Type) -> Self {
    decoding(failure: .json(failure))
  }

  /// Returns the same decoder, which also decodes the body of a response with an unacceptable status.
  ///
  /// - Parameter decoder: The decoder of the failure. Its acceptable statuses are ignored.
  public func decoding<Failure: Error>(failure decoder: ResponseDecoder<Failure>) -> Self {
    var result = self
    result.validation.failure = decoder.failure
    return result
  }
}

extension HTTPResponse {
  /// The value of the `Content-Type` field, or `nil` if it is missing or empty.
  var mediaType: String? { headerFields.value(of: .contentType).flatMap { $0.isEmpty ? nil : $0 } }
}

extension SessionRequest {
  /// Returns the same request with an `Accept` field for a decoder, unless it has one already.
  public func asking(for decoder: some ValidatingDecoder) -> SessionRequest { accepting(decoder.validation) }

  /// Returns the same request with an `Accept` field for the responses that are valid, unless it has one already.
  package func accepting(_ validation: ResponseValidation) -> SessionRequest {
    var request = self
    if !head.headerFields.contains(.accept), let accept = validation.accept {
      request.head.headerFields.append(HTTPField(name: .accept, value: accept))
    }
    return request
  }
}
