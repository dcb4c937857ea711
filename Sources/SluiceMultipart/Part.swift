public import SluiceBody
public import SluiceCoding

extension MultipartForm {
  /// One part: what is said of it, and its body.
  public struct Part: Sendable {
    /// The form field's name. Sent in form-data, where it is needed.
    public var name: String?
    /// The file's name. Empty is a name too.
    public var fileName: String?
    /// Where there is none, and none among the headers, the body's own is sent: a nested form's, say.
    public var contentType: MediaType?
    /// Further header lines, in order, behind `Content-Disposition` and `Content-Type`.
    public var headers: [(name: String, value: String)]
    public var body: any BodySource

    public init(
      _ name: String? = nil, _ body: some BodySource, fileName: String? = nil, contentType: MediaType? = nil,
      headers: [(name: String, value: String)] = []
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
  /// The media type that the part's head says: ``contentType``, or one among ``headers``, or the body's own.
  var mediaType: MediaType? {
    let header = headers.first { $0.name.lowercased() == "content-type" }
    return contentType ?? (header?.value ?? body.contentType).flatMap { MediaType($0) }
  }
}

/// What can stand in a form.
public protocol PartConvertible {
  var part: MultipartForm.Part { get }
}

extension MultipartForm.Part: PartConvertible {
  public var part: MultipartForm.Part { self }
}

/// A form field: a name and a value. It has no media type unless it is given one.
public struct Field: PartConvertible, Sendable {
  public let part: MultipartForm.Part

  public init(
    _ name: String, _ value: String, contentType: MediaType? = nil,
    headers: [(name: String, value: String)] = []
  ) {
    self.init(name, .text(value), contentType: contentType, headers: headers)
  }

  /// A field whose value is any body, such as a file's content.
  public init(
    _ name: String, _ value: some BodySource, contentType: MediaType? = nil,
    headers: [(name: String, value: String)] = []
  ) {
    part = MultipartForm.Part(name, value, contentType: contentType, headers: headers)
  }
}

/// A file: a part with a file name and a media type.
public struct File: PartConvertible, Sendable {
  public let part: MultipartForm.Part

  /// The file at `path`.
  ///
  /// - Parameters:
  ///   - range: the file's bytes from `range.lowerBound` up to `range.upperBound`; all of it by default.
  ///   - fileName: the path's last component by default.
  ///   - contentType: by default what the file name's extension says, else `application/octet-stream`.
  public init(
    _ name: String, at path: String, range: Range<Int64>? = nil, fileName: String? = nil,
    contentType: MediaType? = nil, headers: [(name: String, value: String)] = []
  ) {
    let source = if let range { FileSource(at: path, range: range) } else { FileSource(at: path) }
    let lastComponent =
      path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? path
    self.init(
      name, source, fileName: fileName ?? lastComponent, contentType: contentType, headers: headers)
  }

  /// Any body, sent as a file.
  ///
  /// - Parameter contentType: by default what the file name's extension says, else `application/octet-stream`.
  public init(
    _ name: String, _ content: some BodySource, fileName: String, contentType: MediaType? = nil,
    headers: [(name: String, value: String)] = []
  ) {
    let saysType = headers.contains { $0.name.lowercased() == "content-type" }
    part = MultipartForm.Part(
      name, content, fileName: fileName,
      contentType: contentType ?? (saysType ? nil : MediaType(fileName: fileName) ?? .octetStream),
      headers: headers)
  }
}
