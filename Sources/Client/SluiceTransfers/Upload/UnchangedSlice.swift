internal import SluiceBody
internal import SluiceTransport

/// A range of a body whose files must still be the same when its last byte has been read.
///
/// ```
///  the range of a request      ├──────────────────────────────────┤
///  identity                    before the request                 with the last byte, before it is sent
/// ```
///
/// A server thus never receives all bytes of a range that has changed while it was read, so that a request that would
/// complete an upload does not complete it.
struct UnchangedSlice: BodySource {
  private let slice: BodySlice
  private let body: any BodySource
  /// The identity of the body, or `nil` if it has none, or no files.
  private let identity: BodyIdentity?
  private let digest: PartDigest?
  private let didRead: (@Sendable (Int64) -> Void)?
  private let readLimit: Int

  /// - Parameters:
  ///   - body: The whole body.
  ///   - offset: The offset of the first byte.
  ///   - limit: The maximum number of bytes, or `nil` for all.
  ///   - identity: The identity of the body when the upload began, or `nil` if it has none.
  ///   - digest: Determines the digest of the bytes that are read from the start of the range. Defaults to `nil`.
  ///   - didRead: Called with the number of bytes of the range that have been read. Defaults to `nil`.
  ///   - readLimit: The maximum number of bytes of a read. Defaults to no limit.
  /// - Throws: The error of the body's size; a ``BodyError`` with the code `range-out-of-bounds` or `not-replayable`.
  init(
    of body: any BodySource, from offset: Int64, upTo limit: Int64?, identity: BodyIdentity?,
    digest: PartDigest? = nil, didRead: (@Sendable (Int64) -> Void)? = nil, readLimit: Int = .max
  ) throws {
    slice = try BodySlice(of: body, from: offset, upTo: limit)
    self.body = body
    self.identity = identity.flatMap { $0.files.isEmpty ? nil : $0 }
    self.digest = digest
    self.didRead = didRead
    self.readLimit = readLimit
  }

  var byteCount: Int64? { slice.byteCount }
  var isReplayable: Bool { slice.isReplayable }
  var needsOwnThread: Bool { slice.needsOwnThread || identity?.takesTime == true || digest != nil }

  func makeReader() throws -> any BodyReader { try makeReader(at: 0) }

  func makeReader(at offset: Int64) throws -> any BodyReader {
    Reader(try slice.makeReader(at: offset), from: offset, of: self)
  }

  private final class Reader: BodyReader {
    private let body: any BodyReader
    private let source: UnchangedSlice
    /// The number of bytes from the start of the range to the next one.
    private var offset: Int64
    private var isChecked = false
    private var hash: SHA256?

    init(_ body: any BodyReader, from offset: Int64, of source: UnchangedSlice) {
      (self.body, self.offset, self.source) = (body, offset, source)
      if source.digest != nil, offset == 0 { hash = SHA256() }
    }

    func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
      let countBefore = output.count
      let outcome = try output.append(upTo: source.readLimit) { try body.read(into: &$0) }
      offset += Int64(output.count - countBefore)
      if hash != nil { hash?.update(output.span.extracting(countBefore...)) }
      if !isChecked, outcome == .end || offset == source.byteCount {
        isChecked = true
        if let hash { try source.digest?.check(hash.digest) }
        if let identity = source.identity { try source.body.check(is: identity) }
      }
      source.didRead?(offset)
      return outcome
    }

    func whenReadable(_ resume: @escaping @Sendable () -> Void) { body.whenReadable(resume) }
  }
}

extension UnchangedSlice: PartedSource {
  func part(at offset: Int64) -> PartProgress? { slice.part(at: offset) }
}

extension BodySource {
  /// Checks that the body still has an identity. Blocks.
  ///
  /// - Throws: A ``BodyError`` with the code `changed` or `no-identity`; the errors of ``BodySource/identity()``.
  func check(is earlier: BodyIdentity) throws {
    guard let now = try identity() else { throw BodyError(.noIdentity) }
    if now != earlier { throw now.changed(since: earlier) }
  }

  /// Checks that the body still has the identity that a record has. Blocks.
  ///
  /// - Parameters:
  ///   - earlier: The identity.
  ///   - path: The path of the record.
  /// - Throws: A ``SessionError`` with the code `body-failed`. If the body has changed, the message says what to do.
  func check(is earlier: BodyIdentity, inRecordAt path: String) throws(SessionError) {
    do {
      try check(is: earlier)
    } catch let error as BodyError where error.code == .changed {
      throw SessionError.changedBody(error, recordedAt: path)
    } catch {
      throw SessionError(.bodyFailed, underlying: error)
    }
  }
}

extension SessionError {
  /// Returns the error for a body that has changed since an earlier upload, which has left a record.
  static func changedBody(_ error: BodyError, recordedAt path: String) -> SessionError {
    SessionError(
      .bodyFailed, message: "\(error.message); remove the record \(path) to send it from the start",
      underlying: error)
  }
}

extension BodySource {
  /// Reads a body that declares no bytes, which no request may do otherwise. Blocks.
  ///
  /// Some of the kernel's own files, such as those of `/proc`, declare no bytes, and have some.
  ///
  /// - Throws: The error of a body that has bytes, such as a ``BodyError`` with the code `file-grew`.
  func checkIfEmpty() throws {
    guard try byteCount == 0 else { return }
    let reader = try BodySlice(of: self, from: 0).makeReader()
    var bytes: [UInt8] = []
    try bytes.append(addingCapacity: 1) { _ = try reader.checkedRead(into: &$0) }
  }
}

extension BodyIdentity {
  /// Whether the identity takes too long to determine for the thread that runs the transfers: there are many files, or
  /// more than 1 MiB in memory.
  fileprivate var takesTime: Bool {
    var rest = byteCount ?? 0
    for file in files { rest -= min(max(file.byteCount, 0), rest) }
    return files.count > 8 || rest > 1 << 20
  }
}
