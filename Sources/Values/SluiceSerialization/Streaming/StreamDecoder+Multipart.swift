internal import HTTPTypes
public import SluiceMultipart

extension StreamDecoder<MultipartReader> {
  /// Returns a decoder of the parts of a multipart body, one after the other.
  ///
  /// Accepts `multipart/*`.
  ///
  /// - Parameters:
  ///   - limits: The limits of the body. Defaults to ``MultipartLimits/default``.
  ///   - leniencies: The deviations from the strict profile to accept. None by default.
  public static func multipart(
    limits: MultipartLimits = .default, accepting leniencies: MultipartLeniencies = .strict
  ) -> StreamDecoder {
    StreamDecoder(ResponseValidation(["multipart/*"])) { response, body in
      try MultipartReader(
        body, contentType: response.headerFields[.contentType] ?? "", limits: limits, accepting: leniencies)
    }
  }
}
