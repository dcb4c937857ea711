internal import HTTPTypes
public import SluiceCoding

extension ResponseDecoder<String> {
  /// Returns a decoder of text.
  ///
  /// Accepts `text/*`, JSON, XML, JavaScript, URL-encoded forms, and responses without a media type. An empty body is
  /// an empty string. Malformed bytes and an unknown `charset` are errors.
  ///
  /// - Parameters:
  ///   - encoding: The encoding of the text. With `nil`, the default, the byte order mark decides, then the `charset`
  ///     parameter of the media type; otherwise, it is UTF-8.
  ///   - encodings: The encodings that a `charset` may name. By default UTF-8, UTF-16 and windows-1252 under all their
  ///     labels, which include ISO-8859-1 and US-ASCII.
  public static func text(
    _ encoding: TextEncoding? = nil, encodings: TextEncodings = .standard
  ) -> ResponseDecoder {
    let mediaTypes = [
      "text/*", "application/json", "*/*+json", "application/xml", "*/*+xml", "application/javascript",
      "application/x-www-form-urlencoded",
    ]
    return ResponseDecoder(ResponseValidation(mediaTypes, acceptsMissingMediaType: true)) { response, body in
      // Single-byte encodings decode anything.
      if try ContentCodings(parsing: response.headerFields).isApplied(to: body.prefix(2)) {
        throw BodyRefusal(code: .contentCoded)
      }
      return try body.withSpan { bytes in
        if let encoding { return try encoding.decode(bytes) }
        let mediaType = response.headerFields[.contentType].flatMap { MediaType($0) }
        return try encodings.decode(bytes, label: mediaType?.charset)
      }
    }
  }
}
