internal import FoundationEssentials
internal import HTTPTypes
internal import SluiceCoding
internal import SluiceSerialization

/// The [tus protocol](https://tus.io/protocols/resumable-upload) 1.0.0.
///
/// ```
///  OPTIONS                                    Tus-Extension: creation,creation-with-upload,checksum
///  POST     Upload-Length: 100                201, Location: /files/24e533e
///  PATCH    Upload-Offset: 0                  (the connection breaks)
///  HEAD                                       200, Upload-Offset: 70
///  PATCH    Upload-Offset: 70                 204, Upload-Offset: 100
/// ```
struct TusDialect: UploadDialect {
  static let version = "1.0.0"

  var describesServer: Bool { true }

  func create(_ content: UploadContent, of file: UploadedFile, in head: inout HTTPRequest) {
    head.method = .post
    var fields = head.headerFields
    let type = fields[.contentType] ?? file.type.description
    fields[.contentType] = nil
    addVersion(to: &fields)
    if let length = content.bodyByteCount { fields[.uploadLength] = String(length) }
    if fields[.uploadMetadata] == nil {
      let pairs = [file.name.map { Self.metadata("filename", $0) }, Self.metadata("filetype", type)]
      fields[.uploadMetadata] = pairs.compactMap(\.self).joined(separator: ",")
    }
    if content.byteCount ?? 0 > 0 { setContent(content, in: &fields) }
    head.headerFields = fields
  }

  func append(_ content: UploadContent, in fields: inout HTTPFields) {
    addVersion(to: &fields)
    fields[.uploadOffset] = String(content.offset)
    setContent(content, in: &fields)
  }

  func addVersion(to fields: inout HTTPFields) { fields[.tusResumable] = Self.version }

  private func setContent(_ content: UploadContent, in fields: inout HTTPFields) {
    fields[.contentType] = "application/offset+octet-stream"
    if let digest = content.digest {
      fields[.uploadChecksum] = "sha256 \(Data(digest).base64EncodedString())"
    }
  }

  /// Returns a pair of `Upload-Metadata`.
  static func metadata(_ key: String, _ value: String) -> String {
    "\(key) \(Data(value.utf8).base64EncodedString())"
  }

  func report(in response: HTTPResponse) -> UploadReport {
    let fields = response.headerFields
    var report = UploadReport()
    // A response without the field is tolerated unless it says that the server speaks other versions only.
    report.isOfProtocol = response.status.code != 412 || fields[.tusVersion] == nil
    report.location = fields.references(.location).first { !$0.isEmpty }
    report.offset = fields.byteCount(.uploadOffset)
    report.bodyByteCount = fields.byteCount(.uploadLength)
    report.maximumByteCount = fields.byteCount(.tusMaxSize)
    report.extensions = Set(fields[values: .tusExtension].flatMap(\.listItems))
    for algorithm in fields[values: .tusChecksumAlgorithm].flatMap(\.listItems) {
      report.extensions.insert("checksum \(algorithm)")
    }
    return report
  }
}
