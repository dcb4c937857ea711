#if Hummingbird
  // `import SluiceHummingbird` suffices for forms and bodies.

  public import HTTPTypes
  public import Hummingbird
  @_exported public import SluiceBody
  internal import SluiceCoding
  @_exported public import SluiceMultipart
  internal import SluiceNIO

  extension Request {
    /// Returns the parts of a multipart body, one after another, as they arrive.
    ///
    /// ```swift
    /// for try await part in try request.multipartParts() where part.fileName != nil {
    ///   try await part.write(inFolder: "/data/videos", ifExists: .unique)
    /// }
    /// ```
    ///
    /// The body is read as fast as its parts are, and can be read once. An error that is not caught is answered with
    /// the ``SluiceMultipart/MultipartError/status`` that belongs to it.
    ///
    /// - Parameters:
    ///   - limits: The limits of the body. Defaults to `MultipartLimits()`, which limits neither the size of the
    ///     body nor that of a part. The maximum upload size of the request's context does not apply.
    ///   - leniencies: The deviations to accept. Defaults to none.
    /// - Throws: A `MultipartError` if the media type is not multipart or has no boundary, or if `Content-Length`
    ///   exceeds the limit of the body.
    public func multipartParts(
      limits: MultipartLimits = MultipartLimits(), accepting leniencies: MultipartLeniencies = []
    ) throws(MultipartError) -> MultipartReader {
      let reader = try MultipartReader(
        body.readableBytesViews, contentType: headers[.contentType] ?? "", limits: limits,
        accepting: leniencies)
      if let limit = limits.maximumByteCount, let text = headers[.contentLength], let length = Int64(text),
        length > limit
      {
        throw MultipartError(.bodyTooLarge, byteOffset: limit)
      }
      return reader
    }

    /// Decodes a value from the form in the body.
    ///
    /// ```swift
    /// struct SignUp: Decodable {
    ///   var name: String
    ///   var picture: ReceivedFile
    /// }
    /// let signUp = try await request.decodeForm(as: SignUp.self)
    /// ```
    ///
    /// Large files are kept in temporary files without names, which disappear with the value, and also if the client
    /// disconnects.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - decoder: The decoder, which limits texts and files. Defaults to one with default settings.
    ///   - limits: The limits of the body. Defaults to `MultipartLimits()`, which does not limit its size. The
    ///     maximum upload size of the request's context does not apply.
    ///   - actor: The actor to stay on. Defaults to the caller's.
    /// - Throws: An `HTTPError` with the status 415 if the body is not form-data, and with 400 if the form does not
    ///   match the type; a `MultipartError`; the errors of the request's body and of temporary files.
    /// - Complexity: O(*n*) for *n* bytes in the body.
    public func decodeForm<Form: Decodable>(
      as type: Form.Type = Form.self, with decoder: FormDecoder = FormDecoder(),
      limits: MultipartLimits = MultipartLimits(), isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> Form {
      // Hummingbird has a `MediaType`, too.
      guard let mediaType = headers[.contentType].flatMap({ try? SluiceCoding.MediaType(parsing: $0) }),
        mediaType.type == "multipart",
        mediaType.subtype == "form-data"
      else {
        throw HTTPError(
          .unsupportedMediaType, headers: [.accept: "multipart/form-data"],
          message: "The body must be multipart/form-data.")
      }
      do {
        return try await decoder.decode(type, from: multipartParts(limits: limits), isolation: actor)
      } catch let error as DecodingError {
        throw HTTPError(.badRequest, message: error.explanation)
      }
    }
  }

  extension DecodingError {
    /// The reason, and the name of the field, such as `age: Expected Int but found text.`
    fileprivate var explanation: String {
      switch self {
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
        Self.text(context.codingPath, context.debugDescription)
      case .keyNotFound(let key, let context):
        Self.text(context.codingPath + [key], "The form has no such field.")
      @unknown default: "The form does not match what is expected."
      }
    }

    private static func text(_ path: [any CodingKey], _ reason: String) -> String {
      path.isEmpty ? reason : path.map(\.stringValue).joined(separator: ".") + ": " + reason
    }
  }

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
