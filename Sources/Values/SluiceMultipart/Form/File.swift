public import SluiceBody
public import SluiceCoding

/// A file: a part with a file name and a media type.
///
/// ```swift
/// let video = File("video", at: "/data/holiday.mov")
/// let log = File("log", .text("started\n"), fileName: "log.txt", headers: ["Content-Language": "en"])
/// ```
public struct File: MultipartForm.PartConvertible, Sendable {
  /// The part that represents the file in a form.
  public let part: MultipartForm.Part

  /// Creates a part from the file at `path`.
  ///
  /// - Parameters:
  ///   - name: The name of the form field.
  ///   - path: The path of the file, which is opened when its turn comes.
  ///   - range: The offsets of the bytes to send, from 0. Defaults to `nil`, for the whole file.
  ///   - fileName: The file name to send. Defaults to the last component of `path`.
  ///   - contentType: The media type. Defaults to the one in `headers`, then the type of the extension of the file
  ///     name or of the path, then `application/octet-stream`.
  ///   - headers: Further headers, in order. Defaults to none.
  public init(
    _ name: String, at path: String, range: Range<Int64>? = nil, fileName: String? = nil,
    contentType: MediaType? = nil, headers: MultipartForm.Part.Headers = [:]
  ) {
    let source = if let range { FileSource(at: path, range: range) } else { FileSource(at: path) }
    let lastComponent =
      path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? path
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
  ///     name or of a ``FileSource``'s path, then `application/octet-stream`.
  ///   - headers: Further headers, in order. Defaults to none.
  public init(
    _ name: String, _ content: some BodySource, fileName: String, contentType: MediaType? = nil,
    headers: MultipartForm.Part.Headers = [:]
  ) {
    var contentType = contentType
    if contentType == nil, headers["Content-Type"] == nil {
      let path = (content as? FileSource)?.path
      contentType =
        MediaType(fileName: fileName) ?? path.flatMap { MediaType(fileName: $0) } ?? .octetStream
    }
    part = MultipartForm.Part(name, content, fileName: fileName, contentType: contentType, headers: headers)
  }
}
