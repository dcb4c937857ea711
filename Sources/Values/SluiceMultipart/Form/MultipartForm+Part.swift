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
    contentType ?? (headers["Content-Type"] ?? body.contentType).flatMap { try? MediaType(parsing: $0) }
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

/// A form field: a name and a value.
///
/// ```swift
/// let title = FormField("title", "Holiday")
/// let settings = FormField("settings", .text("{}"), contentType: .json)
/// ```
///
/// A field has no media type unless it is given one.
public struct FormField: MultipartForm.PartConvertible, Sendable {
  /// The part that represents the field in a form.
  public let part: MultipartForm.Part

  /// Creates a field whose value is a string, sent as UTF-8.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - value: The value, which is sent unaltered.
  ///   - contentType: The media type. Defaults to `nil`, which sends none.
  ///   - headers: Further headers, in order. Defaults to none.
  public init(
    _ name: String, _ value: String, contentType: MediaType? = nil,
    headers: MultipartForm.Part.Headers = [:]
  ) {
    self.init(name, .text(value), contentType: contentType, headers: headers)
  }

  /// Creates a field whose value is any body, such as the content of a file.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - value: The value.
  ///   - contentType: The media type. Defaults to `nil`, which sends the body's, if it has one.
  ///   - headers: Further headers, in order. Defaults to none.
  public init(
    _ name: String, _ value: some BodySource, contentType: MediaType? = nil,
    headers: MultipartForm.Part.Headers = [:]
  ) {
    part = MultipartForm.Part(name, value, contentType: contentType, headers: headers)
  }
}

/// A file: a part with a file name and a media type.
///
/// ```swift
/// let video = FormFile("video", at: "/data/holiday.mov")
/// let log = FormFile("log", .text("started\n"), fileName: "log.txt", headers: ["Content-Language": "en"])
/// ```
public struct FormFile: MultipartForm.PartConvertible, Sendable {
  /// The part that represents the file in a form.
  public let part: MultipartForm.Part

  /// Creates a part from the file at `path`.
  ///
  /// - Parameters:
  ///   - name: The name of the form field.
  ///   - path: The path of the file, as a `String` or a `URL`. The file is opened when its turn comes.
  ///   - range: The offsets of the bytes to send, from 0. Defaults to `nil`, for the whole file.
  ///   - fileName: The file name to send. Defaults to the last component of `path`, with U+FFFD for bytes that are not
  ///     UTF-8.
  ///   - contentType: The media type. Defaults to the one in `headers`, then the type of the extension of the file
  ///     name or of the path, then `application/octet-stream`.
  ///   - headers: Further headers, in order. Defaults to none.
  public init(
    _ name: String, at path: some FilePathConvertible, range: Range<Int64>? = nil, fileName: String? = nil,
    contentType: MediaType? = nil, headers: MultipartForm.Part.Headers = [:]
  ) {
    let source = FileSource(at: path, range: range)
    let shown = PathText.shown(source.path)
    let lastComponent =
      shown.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? shown
    self.init(
      name, source, fileName: fileName ?? lastComponent, contentType: contentType, headers: headers)
  }

  /// Creates a part that sends any body as a file.
  ///
  /// - Parameters:
  ///   - name: The name of the form field.
  ///   - content: The content of the file.
  ///   - fileName: The file name to send.
  ///   - contentType: The media type. Defaults to the one in `headers`, then the type of the extension of the file
  ///     name or of the path of a file, then `application/octet-stream`.
  ///   - headers: Further headers, in order. Defaults to none.
  public init(
    _ name: String, _ content: some BodySource, fileName: String, contentType: MediaType? = nil,
    headers: MultipartForm.Part.Headers = [:]
  ) {
    var contentType = contentType
    if contentType == nil, headers["Content-Type"] == nil {
      contentType =
        MediaType(fileName: fileName) ?? content.pathIfAny.flatMap { MediaType(fileName: $0) } ?? .octetStream
    }
    part = MultipartForm.Part(name, content, fileName: fileName, contentType: contentType, headers: headers)
  }
}
