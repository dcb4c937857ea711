#if Hummingbird
  public import HTTPTypes
  public import Hummingbird
  public import SluiceMultipart

  /// A multipart error that a handler throws is answered with its status, and its text as the message.
  extension MultipartError: HTTPResponseError {
    /// The status 415 for a media type that is not multipart, 413 for limits, 500 for errors of the program, and 400
    /// for all others.
    public var status: HTTPResponse.Status {
      switch code {
      case .notMultipart: .unsupportedMediaType
      case .tooManyParts, .tooManyHeaders, .headerLineTooLong, .boundaryLineTooLong, .headersTooLarge,
        .partTooLarge, .bodyTooLarge, .preambleTooLong:
        .contentTooLarge
      case .partPassed, .partAlreadyRead: .internalServerError
      default: .badRequest
      }
    }

    /// Returns an `HTTPError`'s response with the ``status``, and the error in one line as its message.
    public func response(from request: Request, context: some RequestContext) throws -> Response {
      let error =
        status == .internalServerError ? HTTPError(status) : HTTPError(status, message: description)
      return try error.response(from: request, context: context)
    }
  }
#endif
