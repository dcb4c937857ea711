internal import Sluice

/// Sends single files, each with a request of its own.
struct FilesUpload: Sendable {
  private let session: Session
  private let method: HTTPRequest.Method
  /// The name of the part of a form that is the file, or `nil` to send the file itself.
  private let form: String?
  private let fields: HTTPFields

  init(_ session: Session, _ method: HTTPRequest.Method, form: String?, fields: HTTPFields) {
    (self.session, self.method, self.form, self.fields) = (session, method, form, fields)
  }

  /// Sends a file. A file that changes meanwhile is an error.
  func send(_ file: FileToSend) async throws -> SentFile {
    let source = try file.source()
    let response = try await session.send(request(for: file, source), decoding: .withHead(.ignored))
    return SentFile(
      number: file.number, path: file.path, byteCount: try source.byteCount ?? 0,
      fields: try UploadedPart.fields(of: response.head.headerFields))
  }

  private func request(for file: FileToSend, _ source: FileSource) throws -> Request {
    guard let form else {
      var request = try session.request(method, file.url, fields: fields, body: source)
      if request.head.headerFields[.contentType] == nil {
        request.head.headerFields[.contentType] = (MediaType(fileName: file.path) ?? .octetStream).description
      }
      return request
    }
    var parts = file.fields.map { Field($0[0], $0[1]).part }
    let name = file.path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) }
    parts.append(File(form, source, fileName: name ?? file.path).part)
    return try session.request(method, file.url, fields: fields, body: MultipartForm(parts: parts))
  }
}

/// A file that a server has accepted.
struct SentFile {
  /// The number of the line in the manifest, from 1.
  let number: Int
  let path: String
  let byteCount: Int64
  /// The fields of the response that identify the bytes.
  let fields: HTTPFields
}
