internal import HTTPTypes
public import SluiceCoding
public import SluiceJSON
public import SluiceMultipart

extension ResponseDecoder where Output: Decodable & SendableMetatype {
  /// Returns a decoder of JSON.
  ///
  /// Accepts `application/json`, `text/json` and every type with the suffix `+json`. A body that contains only white
  /// space, which some servers send instead of an empty one, counts as empty: it is an error
  /// (``ErrorCode/emptyBody``), unless `Output` is ``EmptyBodyConvertible`` or an optional.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - decoder: The decoder. With `nil`, the default, it is the session's (`configuration.decoder.json`); outside of
  ///     a session, `JSON.Decoder()`.
  public static func json(_ type: Output.Type, decoder: JSON.Decoder? = nil) -> ResponseDecoder {
    // Without options of its own, the decoder captures only the type.
    guard let decoder else {
      return ResponseDecoder(.json) { _, body, context in try decode(type, body, context.decoder.json) }
    }
    return ResponseDecoder(.json) { _, body, _ in try decode(type, body, decoder) }
  }

  private static func decode(
    _ type: Output.Type, _ body: CollectedBody, _ decoder: JSON.Decoder
  ) throws -> Output {
    try body.withSpan { bytes in
      if JSON.isBlank(bytes) { throw BodyRefusal(code: .emptyBody) }
      do {
        return try decoder.decode(type, from: bytes)
      } catch let error as DecodingError {
        throw PlacedError(underlying: error, place: error.place(in: bytes))
      }
    }
  }
}

extension ResponseDecoder<JSON.Value> {
  /// Returns a decoder of JSON as a `JSON.Value`, for the media types of ``json(_:decoder:)-(Output.Type,_)``.
  ///
  /// - Parameters:
  ///   - removingNulls: Whether to remove members that are `null`, at any depth. Defaults to `false`.
  ///   - decoder: The decoder. With `nil`, the default, it is that of ``json(_:decoder:)-(Output.Type,_)``.
  public static func jsonValue(
    removingNulls: Bool = false, decoder: JSON.Decoder? = nil
  ) -> ResponseDecoder {
    let values = json(JSON.Value.self, decoder: decoder)
    return removingNulls ? values.map { $0.removingNulls() } : values
  }
}

extension ResponseValidation {
  /// A status from 200 to 299 and a media type of JSON.
  static let json = ResponseValidation(mediaTypes: ["application/json", "text/json", "*/*+json"])
}

/// An error with the position in the document that it refers to.
struct PlacedError: Error {
  let underlying: any Error
  /// The position, or `nil` if unknown.
  let place: JSONPosition?
}

extension ResponseDecoder where Output: Decodable & SendableMetatype {
  /// Returns a decoder of XML and binary property lists.
  ///
  /// Accepts `application/x-plist`, `application/x-bplist`, `application/plist` and every type with the suffix
  /// `+plist`.
  ///
  /// - Parameters:
  ///   - type: The type of the value; `PropertyList.Value` for the property list itself.
  ///   - decoder: The decoder. With `nil`, the default, it is the session's (`configuration.decoder.propertyList`);
  ///     outside of a session, `PropertyList.Decoder()`.
  public static func propertyList(
    _ type: Output.Type, decoder: PropertyList.Decoder? = nil
  ) -> ResponseDecoder {
    guard let decoder else {
      return ResponseDecoder(.propertyList) { _, body, context in
        try decode(type, body, context.decoder.propertyList)
      }
    }
    return ResponseDecoder(.propertyList) { _, body, _ in try decode(type, body, decoder) }
  }

  private static func decode(
    _ type: Output.Type, _ body: CollectedBody, _ decoder: PropertyList.Decoder
  ) throws -> Output {
    if body.isEmpty { throw BodyRefusal(code: .emptyBody) }
    return try decoder.decode(type, from: body.bytes)
  }
}

extension ResponseValidation {
  /// A status from 200 to 299 and a media type of property lists.
  fileprivate static let propertyList = ResponseValidation(mediaTypes: [
    "application/x-plist", "application/x-bplist", "application/plist", "*/*+plist",
  ])
}

extension ResponseDecoder where Output: Decodable & SendableMetatype {
  /// Returns a decoder of a multipart form. Accepts `multipart/form-data`.
  ///
  /// Large files are spooled to temporary files, as configured in the form decoder.
  ///
  /// - Parameters:
  ///   - type: The type of the form.
  ///   - decoder: The decoder. Defaults to `FormDecoder()`.
  ///   - limits: The limits of the body. Defaults to `MultipartLimits()`.
  public static func multipart(
    _ type: Output.Type, decoder: FormDecoder = FormDecoder(), limits: MultipartLimits = MultipartLimits()
  ) -> ResponseDecoder {
    ResponseDecoder(ResponseValidation(mediaTypes: ["multipart/form-data"])) { response, body, _ in
      if body.isEmpty { throw BodyRefusal(code: .emptyBody) }
      let contentType = response.headerFields[.contentType] ?? ""
      return try await decoder.decode(
        type, from: MultipartReader(body, contentType: contentType, limits: limits))
    }
  }
}

extension ResponseDecoder<[CollectedPart]> {
  /// Returns a decoder of the parts of any multipart body, which are kept in memory. Accepts `multipart/*`.
  ///
  /// - Parameter limits: The limits of the body. Defaults to `MultipartLimits()`.
  public static func multipart(limits: MultipartLimits = MultipartLimits()) -> ResponseDecoder {
    ResponseDecoder(ResponseValidation(mediaTypes: ["multipart/*"])) { response, body, _ in
      if body.isEmpty { throw BodyRefusal(code: .emptyBody) }
      let contentType = response.headerFields[.contentType] ?? ""
      return try await MultipartReader(body, contentType: contentType, limits: limits).collect(
        upTo: body.count)
    }
  }
}

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
    let mediaTypes: [MediaRange] = [
      "text/*", "application/json", "*/*+json", "application/xml", "*/*+xml", "application/javascript",
      "application/x-www-form-urlencoded",
    ]
    return ResponseDecoder(ResponseValidation(mediaTypes: mediaTypes, acceptsMissingMediaType: true)) {
      response, body, _ in
      // Single-byte encodings decode anything.
      if try ContentCodings(parsing: response.headerFields).isApplied(to: body.prefix(2)) {
        throw BodyRefusal(code: .contentCoded)
      }
      return try body.withSpan { bytes in
        if let encoding { return try encoding.decode(bytes) }
        let mediaType = response.headerFields[.contentType].flatMap { try? MediaType(parsing: $0) }
        return try encodings.decode(bytes, label: mediaType?.charset)
      }
    }
  }
}
