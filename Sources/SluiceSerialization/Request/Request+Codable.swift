internal import HTTPTypes
internal import SluiceBody

/// A request can be kept, and sent later: its head, and a body made of bytes and files, joined or as a multipart form.
///
/// Files are kept by their paths, and their sizes are taken anew when the request is decoded. Credentials among the
/// fields are kept with the rest: keep the result as safe as they are.
extension Request: Codable {
  private enum CodingKeys: CodingKey {
    case head, body
  }

  /// - Throws: an `EncodingError` where the body cannot be kept: one that can be read only once, one of a type of your
  ///   own, or one that could not be sent either.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(head, forKey: .head)
    guard let body else { return }
    let kept: KeptBody
    do {
      kept = try KeptBody(body)
    } catch {
      let context = EncodingError.Context(
        codingPath: container.codingPath + [CodingKeys.body], debugDescription: "\(error)",
        underlyingError: error)
      throw EncodingError.invalidValue(body, context)
    }
    try container.encode(kept, forKey: .body)
  }

  /// - Throws: a `DecodingError` for what is no request, or no body that was kept.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    head = try container.decode(HTTPRequest.self, forKey: .head)
    guard let kept = try container.decodeIfPresent(KeptBody.self, forKey: .body) else { return }
    do {
      body = try kept.source
    } catch {
      let context = DecodingError.Context(
        codingPath: container.codingPath + [CodingKeys.body], debugDescription: "\(error)",
        underlyingError: error)
      throw DecodingError.dataCorrupted(context)
    }
  }
}
