package import HTTPTypes
public import SluiceCoding

/// What a response has to be before its body is decoded, and what is made of one that is not.
public struct ResponseValidation: Sendable {
  /// 200 to 299 by default.
  public var statuses = successful
  /// Which types are accepted, whatever their parameters. None by default, which accepts any.
  public var mediaTypes: [MediaRange]
  /// Whether a body may come without a media type, which leaves it to the recipient to guess (RFC 9110 §8.3). False by
  /// default. A response without a body needs none in any case.
  public var acceptsMissingMediaType: Bool
  /// Makes the typed failure out of a body that came with an unacceptable status.
  var failure: (@Sendable (HTTPResponse, CollectedBody) async throws -> any Error)?

  private static let successful = RangeSet(200..<300)

  public init(mediaTypes: [MediaRange] = [], acceptsMissingMediaType: Bool = false) {
    self.mediaTypes = mediaTypes
    self.acceptsMissingMediaType = acceptsMissingMediaType
  }

  package init(_ mediaTypes: [String], acceptsMissingMediaType: Bool = false) {
    self.init(
      mediaTypes: mediaTypes.compactMap { MediaRange($0) }, acceptsMissingMediaType: acceptsMissingMediaType)
  }

  /// The value of the `Accept` field that asks for what can be decoded, as far as RFC 9110 §12.5.1 can say it: ranges
  /// of a suffix are left out. Nil where that is anything.
  public var accept: String? {
    let ranges = mediaTypes.map(\.description).filter { !$0.contains("*+") }
    return ranges.isEmpty ? nil : ranges.joined(separator: ", ")
  }

  func accepts(_ status: HTTPResponse.Status) -> Bool { statuses.contains(status.code) }

  /// Whether a body of the response's type is accepted.
  func acceptsMediaType(of response: HTTPResponse) -> Bool {
    if mediaTypes.isEmpty { return true }
    guard let value = response.headerFields[.contentType] else { return acceptsMissingMediaType }
    guard let mediaType = MediaType(value) else { return false }
    return mediaTypes.contains { $0.matches(mediaType) }
  }

  /// Why a response will not be decoded if it has a body, as its head alone tells.
  package func refusal(of response: HTTPResponse) -> ResponseError.Code? {
    if !accepts(response.status) { return .unacceptableStatus }
    return acceptsMediaType(of: response) ? nil : .unacceptableMediaType
  }

  /// - Throws: a ``ResponseError`` for a response that is not what it has to be.
  func check(_ response: HTTPResponse, to request: HTTPRequest?, body: CollectedBody) async throws {
    switch refusal(of: response) {
    case .unacceptableStatus?:
      let failure = try? await failure?(response, body)
      try Task.checkCancellation()
      throw ResponseError(
        .unacceptableStatus, response: response, request: request, body: body, underlying: failure)
    case let code? where !body.isEmpty:
      throw ResponseError(code, response: response, request: request, body: body)
    default: break
    }
  }
}

/// A decoder that validates before it decodes.
public protocol ValidatingDecoder: Sendable {
  var validation: ResponseValidation { get set }
}

extension ValidatingDecoder {
  /// The same decoder for other statuses: `.json(User.self).accepting(statuses: 200..<300, 404..<405)`.
  public func accepting(statuses: Range<Int>...) -> Self {
    var decoder = self
    decoder.validation.statuses = RangeSet(statuses)
    return decoder
  }

  /// The same decoder for other media types; for all, and bodies without one, with `.any`.
  public func accepting(mediaTypes: MediaRange...) -> Self {
    var decoder = self
    decoder.validation.mediaTypes = mediaTypes
    decoder.validation.acceptsMissingMediaType = mediaTypes.contains(.any)
    return decoder
  }

  /// The same decoder, which also decodes what comes with an unacceptable status: the failure is the ``ResponseError``'s
  /// `underlying` error.
  ///
  /// ```swift
  /// do {
  ///   user = try await session.get("users/1", decoding: .json(User.self).decoding(failure: APIError.self))
  /// } catch let error as ResponseError {
  ///   if let error = error.underlying as? APIError { … }
  /// }
  /// ```
  ///
  /// What is no such failure leaves `underlying` nil. Of a body the first 64 KiB are read.
  public func decoding<Failure: Error & Decodable & SendableMetatype>(failure: Failure.Type) -> Self {
    decoding(failure: .json(failure))
  }

  /// The same with any decoder, whose own statuses do not matter.
  public func decoding<Failure: Error>(failure decoder: ResponseDecoder<Failure>) -> Self {
    var result = self
    result.validation.failure = { response, body in
      var decoder = decoder
      decoder.validation.statuses = RangeSet(0..<1000)
      return try await decoder.decode(response, body: body)
    }
    return result
  }
}

extension Request {
  /// The same request with an `Accept` field that names what a decoder accepts, unless it has one.
  public func asking(for decoder: some ValidatingDecoder) -> Request {
    var request = self
    if head.headerFields[.accept] == nil { request.head.headerFields[.accept] = decoder.validation.accept }
    return request
  }
}
