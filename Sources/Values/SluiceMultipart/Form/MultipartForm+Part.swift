public import SluiceBody
public import SluiceCoding

extension MultipartForm {
  /// A part of a form: its headers and its body.
  ///
  /// ```swift
  /// let part = MultipartForm.Part("settings", .text("{}"), contentType: .json)
  /// ```
  public struct Part: Sendable {
    /// The name of the form field. Required in form-data, and sent only there.
    public var name: String?
    /// The name of the file, or `nil` for a part that is not a file. An empty name is sent as `""`.
    public var fileName: String?
    /// The media type.
    ///
    /// If it is `nil` and ``headers`` has no `Content-Type`, the type of the body is sent, such as a nested form's.
    public var contentType: MediaType?
    /// Further headers, in order, after `Content-Disposition` and `Content-Type`.
    public var headers: Headers
    /// The body of the part.
    public var body: any BodySource

    /// Creates a part.
    ///
    /// - Parameters:
    ///   - name: The name of the form field. Defaults to `nil`.
    ///   - body: The body of the part.
    ///   - fileName: The name of the file. Defaults to `nil`, for a part that is not a file.
    ///   - contentType: The media type. Defaults to `nil`: the one in `headers`, or the body's.
    ///   - headers: Further headers, in order. Defaults to none.
    public init(
      _ name: String? = nil, _ body: some BodySource, fileName: String? = nil, contentType: MediaType? = nil,
      headers: Headers = [:]
    ) {
      self.name = name
      self.fileName = fileName
      self.contentType = contentType
      self.headers = headers
      self.body = body
    }
  }
}

extension MultipartForm.Part {
  /// The media type in the part's head: ``contentType``, the one in ``headers``, or the body's.
  var mediaType: MediaType? {
    contentType ?? (headers["Content-Type"] ?? body.contentType).flatMap { MediaType($0) }
  }
}

extension MultipartForm {
  /// A type whose values can be listed in a form.
  public protocol PartConvertible {
    /// The part that represents this value in a form.
    var part: Part { get }
  }
}

extension MultipartForm.Part: MultipartForm.PartConvertible {
  /// This part.
  public var part: MultipartForm.Part { self }
}
