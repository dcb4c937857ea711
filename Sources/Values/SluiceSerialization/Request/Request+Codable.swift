internal import HTTPTypes
internal import SluiceBody

/// Encodes a request, so that it can be stored and sent later.
///
/// A body can be encoded if it consists of bytes and files, possibly joined, compressed with gzip or as a multipart
/// form. Files are encoded as paths, and their sizes are determined anew when the request is decoded. The encoded
/// request contains the credentials in its fields: store it as securely as these.
extension Request: Codable {
  private enum CodingKeys: CodingKey {
    case head, body
  }

  /// Encodes the request.
  ///
  /// - Throws: `EncodingError` if the body cannot be encoded: it can be read only once, is of a custom type, or could
  ///   not be sent either, for example because a file is missing.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(head, forKey: .head)
    guard let body else { return }
    let codable: CodableBody
    do {
      codable = try CodableBody(body)
    } catch {
      let context = EncodingError.Context(
        codingPath: container.codingPath + [CodingKeys.body], debugDescription: "\(error)",
        underlyingError: error)
      throw EncodingError.invalidValue(body, context)
    }
    try container.encode(codable, forKey: .body)
  }

  /// Decodes a request.
  ///
  /// - Throws: `DecodingError` if the data is not a valid request with a valid body.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    head = try container.decode(HTTPRequest.self, forKey: .head)
    guard let codable = try container.decodeIfPresent(CodableBody.self, forKey: .body) else { return }
    do {
      body = try codable.source
    } catch {
      let context = DecodingError.Context(
        codingPath: container.codingPath + [CodingKeys.body], debugDescription: "\(error)",
        underlyingError: error)
      throw DecodingError.dataCorrupted(context)
    }
  }
}
