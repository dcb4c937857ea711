internal import HTTPTypes
public import SluiceCoding

extension ResponseDecoder<String> {
  /// Text: `text/*`, JSON, XML, JavaScript, forms, and what has no media type. An empty body is an empty text.
  ///
  /// Its encoding is the one given here, or else told by a byte order mark, the `charset` of the media type, or, without
  /// both, UTF-8. Malformed bytes are an error, as is a `charset` that is not known.
  ///
  /// - Parameters:
  ///   - encoding: nil, the default, leaves it to the response.
  ///   - encodings: which names a `charset` may have. UTF-8, UTF-16 and windows-1252 under all their names by default, which
  ///     ISO-8859-1 and US-ASCII are among.
  public static func text(
    _ encoding: TextEncoding? = nil, encodings: TextEncodings = .standard
  ) -> ResponseDecoder {
    let mediaTypes = [
      "text/*", "application/json", "*/*+json", "application/xml", "*/*+xml", "application/javascript",
      "application/x-www-form-urlencoded",
    ]
    return ResponseDecoder(ResponseValidation(mediaTypes, acceptsMissingMediaType: true)) { response, body in
      try body.withSpan { bytes in
        if let encoding { return try encoding.decode(bytes) }
        let mediaType = response.headerFields[.contentType].flatMap { MediaType($0) }
        return try encodings.decode(bytes, label: mediaType?.charset)
      }
    }
  }
}
