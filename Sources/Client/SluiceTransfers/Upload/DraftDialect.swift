internal import FoundationEssentials
internal import HTTPTypes
internal import SluiceSerialization
internal import SluiceTransport

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
    report.location = fields.references(.location).first { !$0.isEmpty }
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
