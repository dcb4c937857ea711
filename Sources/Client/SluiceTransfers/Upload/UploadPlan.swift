internal import FoundationEssentials
internal import HTTPTypes
public import SluiceBody
internal import SluiceJSON
internal import SluiceSerialization
public import SluiceTransport

/// The division of a body into parts that several machines send.
///
/// One machine divides the body, each of the others sends its share, and one machine completes the upload with all
/// results. They exchange only lines of JSON, so that any scheduler can run them:
///
/// ```swift
/// let plan = try await UploadPlan(dividing: .file(at: "/data/holiday.mov"))
/// try Data(plan.jsonLines).write(to: URL(filePath: "/data/plan.jsonl"))
/// ```
/// ```swift
/// let plan = try UploadPlan(parsing: Array(Data(contentsOf: URL(filePath: "/data/plan.jsonl"))))
/// let store = PartStore.s3 { part in try session.request(.put, .init(urls[part.number - 1])) }
/// let sent = try await session.uploadParts(1...200, of: plan, in: .file(at: "/data/holiday.mov"), to: store)
/// ```
/// ```swift
/// let parts = try plan.complete(sent + sentByOthers)
/// try await session.post(.init(completionURL), parts, encoding: .completeMultipartUpload)
/// ```
///
/// The plan contains no URLs and no credentials.
public struct UploadPlan: Hashable, Sendable {
  /// The number of bytes of the body.
  public let byteCount: Int64
  /// The number of bytes of each part but the last.
  package let partByteCount: Int64
  /// The number of parts, which are numbered from 1.
  public let partCount: Int
  /// The path of the file that was divided, as the caller passed it, or `nil` if the body is not a single file.
  package let path: String?
  /// The time of the last modification of the body's files, in nanoseconds since 1970, or `nil` if it has none.
  package let modificationTime: Int64?
  /// The SHA-256 of each part in hexadecimal, or an empty array if they were not determined.
  package let digests: [String]
}

extension UploadPlan {
  /// Divides a body.
  ///
  /// - Parameters:
  ///   - body: The body. Its size must be known, and it must be replayable.
  ///   - size: The number of bytes of each part but the last. Defaults to `nil`:
  ///     ``PartStore/Limits/partByteCount(for:)``.
  ///   - limits: The sizes and the number of parts that the store accepts. Defaults to those of S3.
  ///   - hashing: Whether the body is read to determine the digests of the parts, on all processors. Without them, the
  ///     size and the time of modification tell whether a machine has another version of the body. Defaults to `true`.
  /// - Throws: A ``SessionError`` with the code `invalid-configuration` for a body of unknown size and for parts that
  ///   exceed the limits, or `body-failed` for a body that is not replayable, cannot be read, or changes meanwhile; a
  ///   `CancellationError`.
  /// - Complexity: O(*n*) for *n* bytes with digests, otherwise O(1).
  public init(
    dividing body: some BodySource, size: Int64? = nil, limits: PartStore.Limits = .s3, hashing: Bool = true
  ) async throws {
    self = try await withTaskExecutorPreference(BlockingExecutor.shared) {
      let byteCount = try PartsUpload.byteCount(of: body)
      let size = size ?? limits.partByteCount(for: byteCount)
      let count = try limits.partCount(of: byteCount, size: size)
      do {
        try body.checkIfEmpty()
        let identity = try body.identity()
        let digests = hashing ? try await body.digests(of: count, each: size) : []
        if let identity { try body.check(is: identity) }
        return UploadPlan(
          byteCount: byteCount, partByteCount: size, partCount: count,
          path: identity?.files.count == 1 ? identity?.files.first?.path : nil,
          modificationTime: identity?.modificationTime, digests: digests)
      } catch let error as BodyError {
        throw SessionError(.bodyFailed, underlying: error)
      }
    }
  }

  /// Returns all parts, in order, of the results of all machines.
  ///
  /// A result may occur more than once, because a machine may have been stopped before it could say that it was done.
  ///
  /// - Parameters:
  ///   - parts: The results, in any order.
  ///   - needsETags: Whether each part must have an ETag, as S3 requires. Defaults to `true`.
  /// - Throws: A ``SessionError`` with the code `invalid-record`: a part is missing, is not one of this plan, has
  ///   another size or digest, or none although the plan has digests, has no ETag, or was sent twice with different
  ///   ETags or checksums, so that it is unknown which of the two the store has.
  /// - Complexity: O(*n*) for *n* results.
  public func complete(
    _ parts: some Sequence<UploadedPart>, needsETags: Bool = true
  ) throws(SessionError) -> [UploadedPart] {
    let accepted = try accept(parts, needsETags: needsETags)
    try division.checkComplete(accepted)
    return accepted
  }

  // MARK: Checks

  /// Checks that the parts do not exceed limits, which may be others than those that the plan was made with.
  ///
  /// - Throws: A ``SessionError`` with the code `invalid-configuration`.
  package func check(_ limits: PartStore.Limits) throws(SessionError) {
    _ = try limits.partCount(of: byteCount, size: partByteCount)
  }

  /// The SHA-256 that a part must have, or `nil` if it is unknown.
  func digest(of number: Int) -> String? { digests.isEmpty ? nil : digests[number - 1] }

  /// The parts.
  var division: Division { Division(byteCount: byteCount, rangeByteCount: partByteCount) }

  /// Checks that a body is the one that was divided, as far as its size and time of modification show.
  ///
  /// - Throws: A ``SessionError`` with the code `body-failed`.
  func check(_ byteCount: Int64, _ identity: BodyIdentity?) throws(SessionError) {
    guard byteCount == self.byteCount,
      modificationTime == nil || identity?.modificationTime == modificationTime
    else {
      throw SessionError(
        .bodyFailed,
        underlying: BodyError(
          .changed, path: identity?.files.first?.path, expected: self.byteCount, actual: byteCount))
    }
  }

  /// Checks results, and returns them in order, each part once.
  func accept(
    _ parts: some Sequence<UploadedPart>, needsETags: Bool
  ) throws(SessionError) -> [UploadedPart] {
    try division.accept(parts) { part in
      if let expected = digest(of: part.number), part.sha256 != expected {
        guard let sha256 = part.sha256 else { return "has no SHA-256, although the plan has one" }
        return "is that of other bytes: its SHA-256 is \(sha256) instead of \(expected)"
      }
      return needsETags && !part.fields.hasETag ? "has no ETag" : nil
    }
  }
}

extension BodySource {
  /// Returns the SHA-256 of each part, in hexadecimal, for which the parts are read on all processors. Blocks.
  func digests(of count: Int, each size: Int64) async throws -> [String] {
    let (rest, digests) = (Lock(0..<count), Lock(Array(repeating: "", count: count)))
    try await withWorkers(ProcessInfo.processInfo.activeProcessorCount) { _ in
      while let index = rest.withLock({ $0.popFirst() }) {
        let part = try BodySlice(of: self, from: Int64(index) * size, upTo: size)
        let digest = try await part.sha256().description
        digests.withLock { $0[index] = digest }
      }
    }
    return digests.withLock { $0 }
  }
}

extension BodyIdentity {
  /// The time of the last modification of any file.
  fileprivate var modificationTime: Int64? { files.map(\.modificationTime).max() }
}

extension UploadPlan {
  /// The plan as lines of JSON: a line about the body, and one for each part.
  ///
  /// ```
  /// {"version":1,"file":"/data/holiday.mov","size":144703488,"partSize":67108864,"parts":3,"modificationTime":17…}
  /// {"number":1,"offset":0,"size":67108864,"sha256":"9f86d0…"}
  /// {"number":2,"offset":67108864,"size":67108864,"sha256":"60303a…"}
  /// {"number":3,"offset":134217728,"size":10485760,"sha256":"fd61a0…"}
  /// ```
  public var jsonLines: [UInt8] {
    get throws { try division.jsonLines(bodyLine, digest: digest) }
  }

  /// Parses the lines of ``jsonLines``.
  ///
  /// - Throws: A ``SessionError`` with the code `invalid-record` and the number of the line for anything else.
  /// - Complexity: O(*n*) for *n* bytes.
  public init(parsing jsonLines: [UInt8]) throws(SessionError) {
    var digests: [String] = []
    let body: BodyLine = try Division.plan(
      parsing: jsonLines, of: "an upload", noun: UploadedPart.noun
    ) { part in
      // Either all parts have a digest, or none.
      guard part.number == 1 || (part.sha256 == nil) == digests.isEmpty else { return false }
      guard let sha256 = part.sha256 else { return true }
      digests.append(sha256.lowercased())
      return SHA256.digest(parsing: sha256) != nil
    }
    self.init(
      byteCount: body.size, partByteCount: body.partSize, partCount: body.parts, path: body.file,
      modificationTime: body.modificationTime, digests: digests)
  }

  /// Returns the first line of results of this plan.
  ///
  /// - Parameter url: The URL of the first part, or `nil` for results of any upload.
  package func resultsHeader(of url: RequestURL?) throws -> ResultsHeader {
    try ResultsHeader(.parts, ofPlan: bodyLine, digests, target: url?.uploadIdentifier)
  }

  private var bodyLine: BodyLine {
    BodyLine(
      file: path, size: byteCount, partSize: partByteCount, parts: partCount,
      modificationTime: modificationTime)
  }

  private struct BodyLine: PlanLine {
    var version = 1
    var file: String?
    var size: Int64
    var partSize: Int64
    var parts: Int
    var modificationTime: Int64?

    var division: Division { Division(byteCount: size, rangeByteCount: partSize) }

    var isValid: Bool { version == 1 && size >= 0 && partSize > 0 && Int64(parts) == division.count }
  }
}

extension UploadedPart: PlanResult {
  static let noun = "part"
  static let contradiction = "was sent twice, with different ETags or checksums; send it again"

  /// The part as a line of JSON, with its line feed.
  ///
  /// ```
  /// {"number":1,"offset":0,"size":5,"etag":"\"b1\"","fields":[["ETag","\"b1\""]],"sha256":"2cf24d…"}
  /// ```
  public var jsonLine: [UInt8] {
    get throws { try encoded }
  }

  /// Parses the lines of ``jsonLine``.
  ///
  /// The first lines of the tool's files, which say what they are results of, are skipped. A last line without a line
  /// feed is ignored if it is cut off, because the process that wrote it may have been stopped.
  ///
  /// - Throws: A ``SessionError`` with the code `invalid-record` and the number of the line for anything else.
  /// - Complexity: O(*n*) for *n* bytes.
  public static func parts(parsing jsonLines: [UInt8]) throws(SessionError) -> [UploadedPart] {
    try results(parsing: jsonLines, done: "sent")
  }

  struct Line: Codable {
    var number: Int
    var offset: Int64
    var size: Int64
    var etag: String?
    var fields: [[String]]
    var sha256: String?

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(number, forKey: .number)
      try container.encode(offset, forKey: .offset)
      try container.encode(size, forKey: .size)
      // With a null, so that scripts find the member.
      try container.encode(etag, forKey: .etag)
      try container.encode(fields, forKey: .fields)
      try container.encodeIfPresent(sha256, forKey: .sha256)
    }
  }

  var line: Line {
    Line(
      number: number, offset: offset, size: byteCount, etag: etag, fields: fields.pairs, sha256: sha256)
  }

  init?(_ line: Line) {
    guard let fields = HTTPFields(pairs: line.fields),
      fields.byteCount <= Self.maximumFieldByteCount
    else { return nil }
    self.init(
      number: line.number, offset: line.offset, byteCount: line.size, fields: fields,
      sha256: line.sha256?.lowercased())
  }
}
