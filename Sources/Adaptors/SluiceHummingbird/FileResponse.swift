#if Hummingbird
  internal import HTTPTypes
  public import Hummingbird
  internal import SluiceBody
  internal import SluiceCoding
  internal import SluiceMultipart

  /// A response that sends a file, or the ranges of it that the client requests.
  ///
  /// ```swift
  /// router.get("videos/:name") { _, context in
  ///   let name = SafeFileName(try context.parameters.require("name"))
  ///   return try await FileResponse(at: "/data/videos/\(name)")
  /// }
  /// ```
  ///
  /// It follows [RFC 9110](https://www.rfc-editor.org/rfc/rfc9110) §13 and §14:
  ///
  /// | request | response |
  /// |---|---|
  /// | `GET`, `HEAD` | 200 with `Content-Length`, `Accept-Ranges`, `ETag` and `Last-Modified` |
  /// | `GET` with `Range` | 206 with `Content-Range`; with several ranges, `multipart/byteranges` |
  /// | … of which nothing lies within the file | 416 with the length of the file |
  /// | … with an `If-Range` of another version | 200 with the whole file |
  /// | `If-None-Match`, `If-Modified-Since` of this version | 304 |
  /// | `If-Match`, `If-Unmodified-Since` of another version | 412 |
  ///
  /// The whole file is sent for a `Range` that is malformed, is not in bytes, has more than 16 ranges, or has ranges
  /// that overlap or are not in ascending order, and for an empty file.
  ///
  /// A file that has changed within the last second has no `Last-Modified` and a weak `ETag`, because it may change
  /// again without another time. If the file changes while it is sent, the connection is closed, so that no client gets
  /// bytes of two versions.
  public struct FileResponse: ResponseGenerator, Sendable {
    private let version: FileVersion
    private let contentType: String

    /// Creates a response for the current version of a file, whose status is read outside the shared concurrency pool.
    ///
    /// - Parameters:
    ///   - path: The path of the file. Use a `SafeFileName` for a name that the client sent.
    ///   - contentType: The value of `Content-Type`. Defaults to that of the file's extension, or to
    ///     `application/octet-stream`.
    /// - Throws: An `HTTPError` with the status 404 if there is no regular file at `path` that the process may read:
    ///   also for a folder, a FIFO, a socket, a device, a loop of symbolic links, a name that is too long or contains
    ///   NUL, and a missing permission. A `BodyError` if the system fails.
    public init(at path: String, contentType: String? = nil) async throws {
      guard let version = try await FileVersion(ofFileAt: path) else { throw HTTPError(.notFound) }
      self.version = version
      // Hummingbird has a `MediaType`, too.
      self.contentType =
        contentType ?? SluiceCoding.MediaType(fileName: path)?.description ?? "application/octet-stream"
    }

    /// Returns the response to a request.
    ///
    /// - Throws: An `HTTPError` with the status 412 or 416.
    public func response(from request: Request, context: some RequestContext) throws -> Response {
      var headers = HTTPFields()
      headers[.acceptRanges] = "bytes"
      headers[.eTag] = version.tag.description
      headers[.lastModified] = version.lastModifiedText
      switch Selection(for: request.head, of: version) {
      case .preconditionFailed: throw HTTPError(.preconditionFailed)
      case .notModified: return Response(status: .notModified, headers: headers, body: .withoutLength)
      case .unsatisfiable:
        headers[.contentRange] = "bytes */\(version.byteCount)"
        throw HTTPError(.rangeNotSatisfiable, headers: headers)
      case .whole:
        headers[.contentType] = contentType
        return try Response(
          status: .ok, headers: headers, source: version.source(of: 0..<version.byteCount), to: request)
      case .ranges(let ranges) where ranges.count == 1:
        headers[.contentType] = contentType
        headers[.contentRange] = contentRange(ranges[0])
        return try Response(
          status: .partialContent, headers: headers, source: version.source(of: ranges[0]), to: request)
      case .ranges(let ranges):
        let form = MultipartForm(.byteRanges) { ranges.map(part(of:)) }
        headers[.contentType] = form.contentType
        return try Response(status: .partialContent, headers: headers, source: form, to: request)
      }
    }

    private func part(of range: Range<Int64>) -> MultipartForm.Part {
      MultipartForm.Part(
        nil, version.source(of: range),
        headers: ["Content-Type": contentType, "Content-Range": contentRange(range)])
    }

    private func contentRange(_ range: Range<Int64>) -> String {
      "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(version.byteCount)"
    }
  }

  extension ResponseBody {
    /// An empty body for a status that has none, so that no `Content-Length` is sent.
    fileprivate static var withoutLength: ResponseBody {
      ResponseBody { writer in try await writer.finish(nil) }
    }
  }
#endif
