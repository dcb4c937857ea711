public import HTTPTypes
public import SluiceCoding

/// Validates a response's status and media type, then decodes its body: a value with one method.
///
/// ```swift
/// let decoder = ResponseDecoder.json(User.self)
/// let user = try decoder.decode(response, body: bytes)      // of any client's response
/// ```
public struct ResponseDecoder<Output: Sendable>: Sendable {
  /// 200 to 299 by default.
  public var acceptableStatuses = 200..<300
  /// None by default, which accepts any type, and none.
  public var acceptableMediaTypes: [MediaRange]
  private let decodeBody: @Sendable (HTTPResponse, [UInt8]) throws -> Output

  public init(
    acceptableMediaTypes: [MediaRange] = [],
    decode: @escaping @Sendable (_ response: HTTPResponse, _ body: [UInt8]) throws -> Output
  ) {
    self.acceptableMediaTypes = acceptableMediaTypes
    decodeBody = decode
  }

  /// The value of the `Accept` field that asks for what can be decoded, as far as RFC 9110 §12.5.1 can say it: ranges
  /// of a suffix are left out. Nil where that is anything.
  public var accept: String? {
    let ranges = acceptableMediaTypes.map(\.description).filter { !$0.contains("*+") }
    return ranges.isEmpty ? nil : ranges.joined(separator: ", ")
  }

  /// - Throws: ``ResponseError``.
  public func decode(_ response: HTTPResponse, body: [UInt8]) throws(ResponseError) -> Output {
    if let refusal = refusal(of: response) { throw ResponseError(refusal, response: response, body: body) }
    do {
      return try decodeBody(response, body)
    } catch {
      throw ResponseError(.decodingFailed, response: response, body: body, underlying: error)
    }
  }

  /// Why a response will not be decoded, as its head alone tells.
  package func refusal(of response: HTTPResponse) -> ResponseError.Code? {
    guard acceptableStatuses.contains(response.status.code) else { return .unacceptableStatus }
    guard !acceptableMediaTypes.isEmpty else { return nil }
    let mediaType = response.headerFields[.contentType].flatMap { MediaType($0) }
    guard let mediaType, acceptableMediaTypes.contains(where: { $0.matches(mediaType) }) else {
      return .unacceptableMediaType
    }
    return nil
  }
}
