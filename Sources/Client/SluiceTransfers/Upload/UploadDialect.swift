internal import FoundationEssentials
internal import HTTPTypes
internal import SluiceBody
internal import SluiceCoding
internal import SluiceSerialization
internal import SluiceTransport

/// The requests and responses of a protocol for resumable uploads.
protocol UploadDialect: Sendable {
  /// Whether the server's extensions are asked for before an upload is created.
  var describesServer: Bool { get }
  /// Writes the request that creates an upload into the caller's request.
  ///
  /// - Parameters:
  ///   - content: What the request sends.
  ///   - file: What is known of the file that is uploaded.
  ///   - head: The request.
  func create(_ content: UploadContent, of file: UploadedFile, in head: inout HTTPRequest)
  /// Writes the fields of the request that appends bytes.
  func append(_ content: UploadContent, in fields: inout HTTPFields)
  /// Writes the fields of every other request.
  func addVersion(to fields: inout HTTPFields)
  /// Returns what a response says about the upload.
  func report(in response: HTTPResponse) -> UploadReport
}

/// The bytes of the body that one request sends.
struct UploadContent: Equatable, Sendable {
  /// The offset of the first byte.
  var offset: Int64
  /// The number of bytes, or `nil` for the rest of a body of unknown size.
  var byteCount: Int64?
  /// Whether these are the last bytes.
  var isLast: Bool
  /// The number of bytes of the whole body, or `nil` if unknown.
  var bodyByteCount: Int64?
  /// The SHA-256 of the bytes, or `nil` if it is not declared.
  var digest: [UInt8]?

  /// The offset after the last byte, or `nil` if unknown.
  var end: Int64? {
    guard let (end, overflow) = byteCount.map({ offset.addingReportingOverflow($0) }) else { return nil }
    return overflow ? .max : end
  }
}

/// The file that a server stores: its name, and its media type if the request has none.
struct UploadedFile: Equatable, Sendable {
  /// The name of the first file of the body, or `nil` if there is none.
  var name: String?
  /// The type of the extension, if the body is a file as a whole; otherwise `application/octet-stream`.
  var type = MediaType.octetStream

  init(_ body: BodyIdentity) {
    guard let file = body.files.first else { return }
    name = file.path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) }
    if body.files.count == 1, file.byteCount == body.byteCount {
      type = MediaType(fileName: file.path) ?? .octetStream
    }
  }
}

/// The report of a response about an upload.
struct UploadReport: Equatable, Sendable {
  /// Whether the response is one of the protocol's, in a version that the client speaks.
  var isOfProtocol = true
  /// The URL of the upload, possibly relative.
  var location: String?
  /// Whether the response names several URLs, of which a proxy may see another one than the client.
  var hasDifferentLocations = false
  /// The number of bytes that the server has.
  var offset: Int64?
  /// Whether the upload is complete, so that the response is the result.
  var isComplete: Bool?
  /// The number of bytes of the whole body.
  var bodyByteCount: Int64?
  /// The maximum number of bytes of a body.
  var maximumByteCount: Int64?
  /// The maximum number of bytes in a request.
  var maximumRequestByteCount: Int64?
  /// The extensions of the server, with their values.
  var extensions: Set<String> = []

  /// Takes the URL of the upload from the fields of a response.
  mutating func setLocation(_ fields: HTTPFields) {
    let locations = fields.references(.location).filter { !$0.isEmpty }
    location = locations.first
    hasDifferentLocations = locations.contains { $0 != location }
  }
}

extension HTTPField.Name {
  static let uploadOffset = known("Upload-Offset")
  static let uploadLength = known("Upload-Length")
  static let uploadComplete = known("Upload-Complete")
  static let uploadIncomplete = known("Upload-Incomplete")
  static let uploadLimit = known("Upload-Limit")
  static let uploadDraftVersion = known("Upload-Draft-Interop-Version")
  static let uploadMetadata = known("Upload-Metadata")
  static let uploadChecksum = known("Upload-Checksum")
  static let tusResumable = known("Tus-Resumable")
  static let tusVersion = known("Tus-Version")
  static let tusExtension = known("Tus-Extension")
  static let tusMaxSize = known("Tus-Max-Size")
  static let tusChecksumAlgorithm = known("Tus-Checksum-Algorithm")
  static let contentDigest = known("Content-Digest")

  private static func known(_ name: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) is not a token") }
    return name
  }
}

extension HTTPFields {
  /// The value of a field that is a number of bytes, or `nil` if the field is missing, repeated with other values, or
  /// malformed.
  func byteCount(_ name: HTTPField.Name) -> Int64? {
    let values = Set(self[values: name].map { $0.trimmingBlanks })
    guard values.count == 1, let value = values.first else { return nil }
    return Int64(decimal: value)
  }
}

extension String {
  var trimmingBlanks: String { String(Substring(utf8[...].trimmingBlanks)) }

  /// The parts between commas, without blanks.
  var listItems: [String] { split(separator: ",").map { String($0).trimmingBlanks }.filter { !$0.isEmpty } }
}

/// [Resumable Uploads for HTTP](https://datatracker.ietf.org/doc/draft-ietf-httpbis-resumable-upload/), in a version of
/// its draft.
///
/// ```
///             interop 3                5                      6                        8
///  complete   Upload-Incomplete: ?0    Upload-Complete: ?1    Upload-Complete: ?1      Upload-Complete: ?1
///  append     any type                 any type               application/partial-     application/partial-
///                                                             upload                   upload
///  length                                                                              Upload-Length
/// ```
struct DraftDialect: UploadDialect {
  let version: ResumableUpload.Draft

  var describesServer: Bool { false }

  func create(_ content: UploadContent, of file: UploadedFile, in head: inout HTTPRequest) {
    addVersion(to: &head.headerFields)
    setComplete(content, in: &head.headerFields)
  }

  func append(_ content: UploadContent, in fields: inout HTTPFields) {
    addVersion(to: &fields)
    setComplete(content, in: &fields)
    fields[.uploadOffset] = String(content.offset)
    if version.rawValue >= 6 { fields[.contentType] = "application/partial-upload" }
  }

  func addVersion(to fields: inout HTTPFields) { fields[.uploadDraftVersion] = String(version.rawValue) }

  private func setComplete(_ content: UploadContent, in fields: inout HTTPFields) {
    if version == .interop3 {
      fields[.uploadIncomplete] = content.isLast ? "?0" : "?1"
    } else {
      fields[.uploadComplete] = content.isLast ? "?1" : "?0"
    }
    if version.rawValue >= 8, let length = content.bodyByteCount { fields[.uploadLength] = String(length) }
    if let digest = content.digest {
      fields[.contentDigest] = "sha-256=:\(Data(digest).base64EncodedString()):"
    }
  }

  func report(in response: HTTPResponse) -> UploadReport {
    let fields = response.headerFields
    var report = UploadReport()
    if response.status.code == 104 {
      report.isOfProtocol = fields.byteCount(.uploadDraftVersion) == Int64(version.rawValue)
    }
    report.setLocation(fields)
    report.offset = fields.byteCount(.uploadOffset)
    report.bodyByteCount = fields.byteCount(.uploadLength)
    report.isComplete =
      if version == .interop3 {
        fields.boolean(.uploadIncomplete).map(!)
      } else {
        fields.boolean(.uploadComplete)
      }
    let limits = fields.byteCounts(.uploadLimit)
    report.maximumByteCount = limits["max-size"]
    report.maximumRequestByteCount = limits["max-append-size"]
    return report
  }
}

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
    report.setLocation(fields)
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
