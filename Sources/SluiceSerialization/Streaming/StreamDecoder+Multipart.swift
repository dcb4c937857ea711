internal import HTTPTypes
public import SluiceMultipart

extension StreamDecoder<MultipartReader> {
  /// The parts of any multipart body, one after the other.
  ///
  /// - Parameters:
  ///   - limits: ``MultipartLimits``' defaults by default.
  ///   - leniencies: none by default.
  public static func multipart(
    limits: MultipartLimits = .strict, accepting leniencies: MultipartLeniencies = .strict
  ) -> StreamDecoder {
    StreamDecoder(ResponseValidation(["multipart/*"])) { response, body in
      try MultipartReader(
        body, contentType: response.headerFields[.contentType] ?? "", limits: limits, accepting: leniencies)
    }
  }
}
