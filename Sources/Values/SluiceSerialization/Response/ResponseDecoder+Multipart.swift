internal import HTTPTypes
public import SluiceMultipart

extension ResponseDecoder where Output: Decodable & SendableMetatype {
  /// Returns a decoder of a multipart form. Accepts `multipart/form-data`.
  ///
  /// Large files are spooled to temporary files, as configured in the form decoder.
  ///
  /// - Parameters:
  ///   - type: The type of the form.
  ///   - decoder: The decoder. Defaults to `FormDecoder()`.
  ///   - limits: The limits of the body. Defaults to ``MultipartLimits/default``.
  public static func multipart(
    _ type: Output.Type, decoder: FormDecoder = FormDecoder(), limits: MultipartLimits = .default
  ) -> ResponseDecoder {
    ResponseDecoder(ResponseValidation(["multipart/form-data"])) { response, body in
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
  /// - Parameter limits: The limits of the body. Defaults to ``MultipartLimits/default``.
  public static func multipart(limits: MultipartLimits = .default) -> ResponseDecoder {
    ResponseDecoder(ResponseValidation(["multipart/*"])) { response, body in
      if body.isEmpty { throw BodyRefusal(code: .emptyBody) }
      let contentType = response.headerFields[.contentType] ?? ""
      return try await MultipartReader(body, contentType: contentType, limits: limits).collect(
        upTo: body.count)
    }
  }
}
