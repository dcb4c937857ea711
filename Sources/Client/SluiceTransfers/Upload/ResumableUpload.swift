internal import HTTPTypes
public import SluiceBody
internal import SluiceSerialization
public import SluiceSession

/// The way to resume an interrupted upload: the protocol that the server speaks, and the file with the record.
///
/// ```swift
/// try await session.upload(form, to: "videos", resumable: .standard(record: "holiday.upload"))
/// try await session.upload(.file(at: "holiday.mov"), to: "files/", resumable: .tus(record: "holiday.upload"))
/// ```
///
/// The record is a small file, which exists while there is an upload to resume. It contains the URL that the server
/// has given to the upload, the number of bytes that the server has confirmed, and the ``BodyIdentity`` of the body. It
/// contains no fields of the request and no bytes of the body, but the URL may be signed, so only the owner of the file
/// can read it. After a lost connection, the upload asks the server how many bytes it has, and sends the rest. After
/// the end of the process, the same call with the same record does so, too.
///
/// ```
///  call         request                          response              record
///  upload       POST, the whole body             104, its URL          written
///               (the connection breaks at 60 %)
///               HEAD                             60 % are there
///               PATCH, from there on             (kill -9)             60 % confirmed
///  upload       HEAD                             80 % are there
///  again        PATCH, from there on             200                   removed
/// ```
///
/// With the draft, a success (2xx) that does not say `Upload-Complete: ?1` is the result only after a HEAD: if the
/// server lacks bytes, which it may have left unread, they are sent. If it no longer has the upload (404, 410), the
/// upload is complete.
///
/// A body that can be read only once, or has no identity, cannot be resumed, which is an error before anything is sent.
/// If a file of the body has changed since the first call, the upload fails with a ``SessionError`` `body-failed`,
/// whose underlying error is the ``BodyError`` `changed`, and nothing is sent. Files are checked again before each
/// request, and with the last byte of each request, before it is sent. If a file changes meanwhile, the upload thus
/// fails, and the server never has all bytes. A form with a random boundary is sent with the boundary of the first
/// call.
///
/// The server may give the upload a URL at another origin. The policy for redirects decides about it as about a
/// redirect, also if the URL comes from a record. With ``Session/Redirects/maximumCount`` 0, the upload fails with the
/// code `redirect-refused`. ``Session/Redirects/decide`` is asked before each request to the URL; for a URL of a
/// record, a 307 stands for the server's response. Credentials, cookies and secret fields stay behind.
public struct ResumableUpload: Sendable {
  /// A version of the draft of the standard. A server ignores versions that it does not know.
  public enum Draft: Int, Sendable, CaseIterable {
    /// Interop version 3, of draft 01.
    case interop3 = 3
    /// Interop version 5, of draft 03.
    case interop5 = 5
    /// Interop version 6, of drafts 04 and 05.
    case interop6 = 6
    /// Interop version 8, of drafts 09 to 12.
    case interop8 = 8
  }

  enum Kind: Hashable, Sendable {
    case draft(Draft)
    case tus
  }

  let kind: Kind
  /// The path of the record.
  package let record: String
  /// The policy for retries. Defaults to at most 10 retries in a row without progress.
  ///
  /// ``Session/RetryPolicy/maximumCount`` limits the retries since the server has last confirmed more bytes, and
  /// ``Session/RetryPolicy/maximumDuration`` the whole time of a call. The statuses 409, 423 and 460, with which
  /// servers refuse a part of an upload, are retried, too, and so is a request that is larger than a limit that the
  /// server has announced meanwhile; the first one without progress is not counted. ``Session/RetryPolicy/methods``
  /// applies until the server has given a URL to the upload; from then on, no request can do harm twice. This policy
  /// takes the place of that of the session.
  public var retries = Session.RetryPolicy(maximumCount: 10)
  /// The number of times that an upload may start again from byte 0 if the server has forgotten it: 404 or 410, or 403
  /// for the question of tus about it. Defaults to 1.
  public var maximumRestartCount = 1
  /// The maximum number of bytes of the body in one request, or `nil` for the limit of the server, if it has one. Less
  /// than 1 counts as 1. Defaults to `nil`.
  ///
  /// Set it if a proxy limits the size of requests. The size of the body must be known, and the server must speak the
  /// protocol.
  public var maximumRequestByteCount: Int64?
  /// Whether each request declares the SHA-256 of its content, so that the server can refuse corrupted bytes: with
  /// `Content-Digest` ([RFC 9530](https://www.rfc-editor.org/rfc/rfc9530)), or the checksum extension of tus. Defaults
  /// to `false`.
  ///
  /// The content is read twice, so a request has at most 64 MiB.
  public var sendsDigests = false
  /// Whether a form may be sent to a server of tus, which stores it as it is, with its boundaries. Defaults to `false`:
  /// it is an error, because the server would have to take the files out of the form.
  public var storesForms = false

  /// Uploads with the standard that the HTTP working group prepares,
  /// [Resumable Uploads for HTTP](https://datatracker.ietf.org/doc/draft-ietf-httpbis-resumable-upload/).
  ///
  /// The first request is an ordinary upload, with a field that asks for resumption. A server that does not speak the
  /// protocol processes it as any other.
  ///
  /// - Parameters:
  ///   - record: The path of the record.
  ///   - draft: The version of the draft that the server speaks. Defaults to ``Draft/interop6``.
  public static func standard(record: some FilePathConvertible, draft: Draft = .interop6) -> ResumableUpload {
    ResumableUpload(kind: .draft(draft), record: record._filePath)
  }

  /// Uploads with the [tus protocol](https://tus.io/protocols/resumable-upload) 1.0.0, and its extensions for creation
  /// and, if the server has them, creation with upload, checksums, expiration and termination.
  ///
  /// The server stores the body as one file. A form is an error (`invalid-configuration`), unless ``storesForms`` is
  /// set: send the file itself. The size of the body must be known. The type of the body and the name of its first file
  /// are sent as `Upload-Metadata`, with the keys `filetype` and `filename`, unless the request has that field. The
  /// type is the `Content-Type` of the request or the body, otherwise that of a file's extension, and otherwise
  /// `application/octet-stream`.
  ///
  /// - Parameter record: The path of the record.
  public static func tus(record: some FilePathConvertible) -> ResumableUpload {
    ResumableUpload(kind: .tus, record: record._filePath)
  }

  /// The name of the protocol in records.
  var protocolName: String {
    switch kind {
    case .draft(let version): "draft-\(version.rawValue)"
    case .tus: "tus-1.0.0"
    }
  }

  var dialect: any UploadDialect {
    switch kind {
    case .draft(let version): DraftDialect(version: version)
    case .tus: TusDialect()
    }
  }
}

/// A resumable upload that is given up, instead of being resumed.
struct AbandonedUpload: Sendable {
  /// The request of the upload, without its body.
  let request: SessionRequest
  private let options: ResumableUpload

  init(_ request: SessionRequest, _ options: ResumableUpload) {
    (self.request, self.options) = (request, options)
  }

  func run(_ attempt: Attempt) async throws {
    let url = try attempt.runner.settings.base.url(of: attempt.request.head)
    let file = try await withTaskExecutorPreference(BlockingExecutor.shared) {
      try Checkpoint<UploadRecord>.ofUpload(at: options.record)
    }
    guard let record = file.earlier else { return }
    let (target, origin) = try options.target(of: record, request.head.method, url)
    var head = attempt.request.head
    head.method = .delete
    head.headerFields = head.headerFields.withoutBody
    options.dialect.addVersion(to: &head.headerFields)
    let (request, isOwn) = try await attempt.following(
      SessionRequest(head), to: target, named: origin, from: url)
    let response = try await attempt.send(request, isOwnOrigin: isOwn)
    guard (200..<300).contains(response.head.status.code) || [404, 410].contains(response.head.status.code)
    else { throw try await response.refusal() }
    await response.discard()
    file.remove()
  }
}
