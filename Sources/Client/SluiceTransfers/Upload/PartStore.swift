public import HTTPTypes
internal import SluiceBody
public import SluiceSerialization
public import SluiceSession
internal import SluiceTransport

/// A store that takes a body in numbered parts, and how to send them to it.
///
/// ```swift
/// let store = PartStore.s3(record: "holiday.parts") { part in
///   try session.request(.put, .init(await signedURL(of: part.number)))
/// }
/// let parts = try await session.uploadParts(of: .file(at: "/data/holiday.mov"), to: store) { bar.show($0) }
/// ```
///
/// This is how stores take objects of any size: S3 and those that are compatible with it, or any other API that numbers
/// parts. `request` makes the request of a part, whose body is the part's bytes. It is called again for each retry, so
/// that it can return a new URL. A response with a status other than 200 to 299 is an error, which ends the upload, as
/// does an error of `request`, or a part without an ETag if the limits require ETags. If the server refuses a request
/// with 401 or 403, perhaps because its signature has expired, `request` is called again: if it returns another
/// request, that one is sent instead, once. Two parts whose requests are PUTs with the same URL and fields are an error
/// (`invalid-configuration`), because one would replace the other.
///
/// With a record, an upload resumes after an error, a cancellation or the end of the process. The record is a small
/// file, which contains the ``BodyIdentity`` of the body, and the kept fields of the finished parts, but no URLs. The
/// same call with the same record sends only the other parts. The record is removed at the end.
///
/// ```
///  call           requests                           record
///  uploadParts    part 1, part 2, part 3, part 4     1, 2, 4
///                 (kill -9)
///  uploadParts    part 3, part 5                     1, 2, 3, 4, 5
///                 completing(all parts)              removed
/// ```
///
/// ## Stores that are compatible with S3
///
/// The program, or a server that has the keys, creates the upload, signs a URL for each part, and completes the
/// upload with the list of the parts. Credentials in a signed URL exclude an `Authorization` field, so the session
/// must not add one to requests to the store.
///
/// ```swift
/// let id = try await api.uploadID(of: "holiday.mov")            // CreateMultipartUpload, once for each record
/// let store = PartStore.s3(record: "holiday.parts", uploadID: id) { part in
///   try session.request(.put, .init(await api.signPart(part.number, of: id)))        // UploadPart
/// } completing: { parts in
///   let url = try await api.signCompletion(of: id)                            // CompleteMultipartUpload
///   let result = try await session.post(.init(url), parts, encoding: .completeMultipartUpload, decoding: .text())
///   if result.contains("<Error>") { throw StoreError(description: result) }   // possible with the status 200
/// }
/// try await session.uploadParts(of: video, to: store)
/// ```
///
/// To give up, remove the record, and abort the upload: `try await session.delete(.init(api.signAbortion(of: id)))`,
/// with the URL that is signed for `AbortMultipartUpload`. The store keeps, and charges for, the parts of an upload
/// that is neither completed nor aborted.
///
/// ## Concatenation with tus
///
/// A tus server with the extensions `concatenation` and `creation-with-upload` takes each part as an upload of its
/// own, whose URL is kept:
///
/// ```swift
/// let store = PartStore(
///   limits: .init(needsETags: false), record: "holiday.parts", keptFields: [.location]
/// ) { part in
///   let fields = ["Upload-Concat": "partial", "Upload-Length": "\(part.byteCount)"]
///   return try session.request(.post, "files/", fields: tusFields(fields))       // and Tus-Resumable, Content-Type
/// } completing: { parts in
///   let urls = parts.compactMap { $0.fields[.location] }.joined(separator: " ")
///   try await session.send(
///     session.request(.post, "files/", fields: tusFields(["Upload-Concat": "final;\(urls)"])),
///     decoding: .ignored)
/// }
/// ```
public struct PartStore: Sendable {
  /// Makes the request of a part.
  typealias RequestMaker = @Sendable (UploadPart) async throws -> SessionRequest
  /// Completes the upload.
  typealias Completion = @Sendable ([UploadedPart]) async throws -> Void

  let limits: Limits
  let record: String?
  let uploadID: String?
  let keptFields: Set<HTTPField.Name>
  let retries: Session.RetryPolicy
  let maximumConcurrentCount: Int
  let request: RequestMaker
  let completing: Completion?

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - limits: The sizes and the number of parts that the store accepts, and whether it confirms them with ETags.
  ///   - record: The path of the record, or `nil` for none. Defaults to `nil`.
  ///   - uploadID: The store's identifier of the upload, or `nil` if there is none. Defaults to `nil`. A record with
  ///     another one is refused. Without an identifier, the record belongs to the URL of part 1: its scheme, host, port
  ///     and path, and `uploadId` in its query or, without that, all of the query but a signature. `request` is then
  ///     called for part 1 first, even if the record has that part. Only a SHA-256 is stored.
  ///   - keptFields: The names of fields of the responses that ``UploadedPart/fields`` and the record keep in addition
  ///     to ETags and checksums. Defaults to none.
  ///   - retries: The policy for retries of each part. It takes the place of that of the session; the options of a
  ///     request can have another. Defaults to at most 10 retries of idempotent methods, such as PUT.
  ///   - maximumConcurrentCount: The maximum number of simultaneous requests, at least 1. Defaults to 4.
  ///   - request: Makes the request of a part. Its body is the part's, unless it has one of its own, such as a form
  ///     that contains ``UploadPart/body``. Called for several parts at a time, each time with the time limit
  ///     ``Session/Configuration/timeout``.
  ///   - completing: Completes the upload. Defaults to `nil`. The record is removed after it has returned. If it
  ///     throws, or the process ends meanwhile, the record stays, and the same call calls it again, without sending the
  ///     parts again. The store may have completed the upload by then, so it must be harmless to repeat.
  public init(
    limits: Limits, record: (any FilePathConvertible)? = nil, uploadID: String? = nil,
    keptFields: Set<HTTPField.Name> = [],
    retries: Session.RetryPolicy = Session.RetryPolicy(maximumCount: 10), maximumConcurrentCount: Int = 4,
    request: @escaping @Sendable (_ part: UploadPart) async throws -> SessionRequest,
    completing: (@Sendable (_ parts: [UploadedPart]) async throws -> Void)? = nil
  ) {
    self.limits = limits
    self.record = record?._filePath
    self.uploadID = uploadID
    self.keptFields = keptFields
    self.retries = retries
    self.maximumConcurrentCount = maximumConcurrentCount
    self.request = request
    self.completing = completing
  }

  /// Creates a store that is S3 or compatible with it: it has the ``Limits/s3``.
  ///
  /// The parameters are those of
  /// ``init(limits:record:uploadID:keptFields:retries:maximumConcurrentCount:request:completing:)``.
  ///
  /// - Parameters:
  ///   - record: The path of the record, or `nil` for none. Defaults to `nil`.
  ///   - uploadID: The identifier of the multipart upload, or `nil` if it is in the URLs. Defaults to `nil`.
  ///   - retries: The policy for retries of each part. Defaults to at most 10 retries of idempotent methods, such as
  ///     PUT.
  ///   - maximumConcurrentCount: The maximum number of simultaneous requests, at least 1. Defaults to 4.
  ///   - request: Makes the request of a part, usually a PUT to a signed URL.
  ///   - completing: Completes the upload. Defaults to `nil`.
  public static func s3(
    record: (any FilePathConvertible)? = nil, uploadID: String? = nil,
    retries: Session.RetryPolicy = Session.RetryPolicy(maximumCount: 10), maximumConcurrentCount: Int = 4,
    request: @escaping @Sendable (_ part: UploadPart) async throws -> SessionRequest,
    completing: (@Sendable (_ parts: [UploadedPart]) async throws -> Void)? = nil
  ) -> PartStore {
    PartStore(
      limits: .s3, record: record, uploadID: uploadID, retries: retries,
      maximumConcurrentCount: maximumConcurrentCount, request: request, completing: completing)
  }
}

extension PartStore {
  /// The sizes and the number of parts that a store accepts, and how it confirms them.
  ///
  /// ```swift
  /// let limits = PartStore.Limits.s3
  /// let size = limits.partByteCount(for: fileSize)
  /// let partCount = (fileSize + size - 1) / size    // the number of URLs to sign
  /// ```
  public struct Limits: Hashable, Sendable {
    /// The minimum number of bytes of each part but the last. Defaults to 1.
    public var minimumByteCount: Int64
    /// The maximum number of bytes of a part, or `nil` for no limit. Defaults to `nil`.
    public var maximumByteCount: Int64?
    /// The maximum number of parts. Defaults to 10,000.
    public var maximumCount: Int
    /// Whether the store confirms each part with an ETag. A part without one is then an error with the code
    /// `invalid-response`, because the store could not complete the upload. Defaults to `true`; set it to `false` for a
    /// store that has no ETags, such as a tus server.
    public var needsETags: Bool

    /// The [limits of S3](https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html): 5 MiB to 5 GiB, and
    /// 10,000 parts, so that a body can have 48.8 TiB. Each part has an ETag.
    public static let s3 = Limits(minimumByteCount: 5 << 20, maximumByteCount: 5 << 30)

    /// Creates limits.
    public init(
      minimumByteCount: Int64 = 1, maximumByteCount: Int64? = nil, maximumCount: Int = 10_000,
      needsETags: Bool = true
    ) {
      self.minimumByteCount = minimumByteCount
      self.maximumByteCount = maximumByteCount
      self.maximumCount = maximumCount
      self.needsETags = needsETags
    }

    /// Returns the size of the parts of a body: 64 MiB, or a larger number of MiB if there would be too many of them,
    /// within the limits on a part.
    ///
    /// - Parameter byteCount: The number of bytes of the body.
    public func partByteCount(for byteCount: Int64) -> Int64 {
      let count = Int64(max(maximumCount, 1))
      let needed = byteCount / count + (byteCount % count > 0 ? 1 : 0)
      let mebibytes = needed >> 20 + (needed % (1 << 20) > 0 ? 1 : 0)
      let size = max(min(max(64, mebibytes), .max >> 20) << 20, minimumByteCount)
      return max(min(size, maximumByteCount ?? size), 1)
    }
  }
}

extension PartStore.Limits {
  /// - Returns: The number of parts of a body; 1 for an empty body.
  /// - Throws: A ``SessionError`` with the code `invalid-configuration` if the parts exceed the limits.
  func partCount(of byteCount: Int64, size: Int64) throws(SessionError) -> Int {
    guard size > 0 else {
      throw SessionError(.invalidConfiguration, message: "a part must have at least 1 byte")
    }
    let count = Division(byteCount: byteCount, rangeByteCount: size).count
    var problem: String?
    if count > 1, size < minimumByteCount {
      problem = "parts of \(size) bytes are too small: the store accepts \(minimumByteCount) bytes or more"
    } else if let maximumByteCount, min(size, byteCount) > maximumByteCount {
      problem = "parts of \(size) bytes are too large: the store accepts \(maximumByteCount) bytes"
    } else if count > maximumCount {
      problem = "\(count) parts of \(size) bytes are too many: the store accepts \(maximumCount) parts"
    }
    if let problem { throw SessionError(.invalidConfiguration, message: problem) }
    return Int(count)
  }
}
