internal import HTTPTypes
public import SluiceMultipart

extension ResponseDecoder where Output: Decodable & SendableMetatype {
  /// A form, `multipart/form-data`, into a type, of which large files are spooled.
  ///
  /// - Parameters:
  ///   - decoder: with its own defaults by default.
  ///   - limits: ``MultipartLimits``' defaults by default.
  public static func multipart(
    _ type: Output.Type, decoder: FormDecoder = FormDecoder(), limits: MultipartLimits = .strict
  ) -> ResponseDecoder {
    ResponseDecoder(ResponseValidation(["multipart/form-data"])) { response, body in
      if body.isEmpty { throw BodyRefusal(code: .emptyBody) }
      let contentType = response.headerFields[.contentType] ?? ""
      return try await decoder.decode(
        Output.self, from: MultipartReader(body, contentType: contentType, limits: limits))
    }
  }
}

extension ResponseDecoder<[CollectedPart]> {
  /// The parts of any multipart body, in memory.
  ///
  /// - Parameter limits: ``MultipartLimits``' defaults by default.
  public static func multipart(limits: MultipartLimits = .strict) -> ResponseDecoder {
    ResponseDecoder(ResponseValidation(["multipart/*"])) { response, body in
      if body.isEmpty { throw BodyRefusal(code: .emptyBody) }
      let contentType = response.headerFields[.contentType] ?? ""
      return try await MultipartReader(body, contentType: contentType, limits: limits).collect(
        upTo: body.count)
    }
  }
}
