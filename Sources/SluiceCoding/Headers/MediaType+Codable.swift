extension MediaType: Codable {
  /// Encodes the media type as its text, such as `text/html;charset=utf-8`.
  ///
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// Decodes a media type from its text.
  ///
  /// - Throws: `DecodingError.dataCorrupted` with the coding path if the text is not a media type; the errors of the
  ///   decoder.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let type = MediaType(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "This text is not a media type.")
    }
    self = type
  }
}
