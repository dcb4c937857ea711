package import HTTPTypes
internal import SluiceBody
package import SluiceSerialization

/// The part of an entry that does not change: the request, and how to deliver it.
package struct EntryContent: Codable, Sendable {
  /// The lane and the sequence of the entry's name, to recognize a file under another entry's name.
  let lane: UInt64
  let sequence: UInt64
  let head: EntryHead
  /// The files of the request's body, as they were when the entry was added.
  let files: [KeptFile]
  let request: SessionRequest

  /// The lane, the sequence and the head, decoded without the request's body.
  package struct Summary: Decodable, Sendable {
    let lane: UInt64
    let sequence: UInt64
    package let head: EntryHead
    private let request: RequestHead

    private struct RequestHead: Decodable {
      let head: HTTPRequest
    }

    package var requestHead: HTTPRequest { request.head }
  }

  /// Everything but the request, so that its files are checked before its body is decoded.
  struct Files: Decodable {
    let files: [KeptFile]
  }

  /// The request alone.
  package struct Body: Decodable, Sendable {
    package let request: SessionRequest
  }
}

/// The identity of an entry, and the time at which it was added.
package struct EntryHead: Codable, Sendable {
  /// The caller's key, or `nil` if the entry is independent of all others.
  package let key: String?
  /// The value of the `Idempotency-Key` field.
  package let idempotencyKey: String
  let added: Timestamp
  let expires: Timestamp?
  /// The path of the file to download to, or `nil` if the response's body is ignored.
  package let destination: String?
}

/// A file of a request's body, as it was when the request was added.
struct KeptFile: Codable, Sendable {
  let path: String
  let byteCount: Int64
  /// The time of the last modification since 1970.
  private let seconds: Int64
  private let nanoseconds: Int64
  /// The number of the file in its file system, or `nil` in entries of versions before 0.3.
  private let inode: UInt64?
  /// The time since 1970 of the last change of the bytes or the status, which no program can set. It is `nil` in
  /// entries of versions before 0.3.
  private let changedSeconds: Int64?
  private let changedNanoseconds: Int64?

  /// Reads the status of a file. Blocks.
  ///
  /// - Throws: An ``OutboxError`` with the code `unsupported-request`.
  init(_ path: String) throws(OutboxError) {
    do {
      self.init(path, try FileStatus(ofReadableFileAt: path))
    } catch {
      let code = error.isMissingFile ? ErrorCode.fileMissing : .fileUnreadable
      throw OutboxError(
        .unsupportedRequest, "\(path): \(error)", underlying: BodyError(code, path: path, systemError: error))
    }
  }

  init(_ path: String, _ status: FileStatus) {
    self.path = path
    byteCount = status.byteCount
    (seconds, nanoseconds) = status.modified.secondsAndNanoseconds
    inode = status.inode
    (changedSeconds, changedNanoseconds) = status.changed.secondsAndNanoseconds
  }

  /// Whether this is the same unchanged file, under any path.
  func isSame(as other: KeptFile) -> Bool {
    (inode, byteCount) == (other.inode, other.byteCount)
      && (seconds, nanoseconds) == (other.seconds, other.nanoseconds)
  }

  /// Checks that the file has not changed. Blocks.
  ///
  /// - Throws: An ``OutboxError`` with the code `file-changed`; a ``BodyError`` with the code `file-unreadable` if the
  ///   file exists, but cannot be read now.
  func check() throws {
    let status: FileStatus
    do throws(SystemError) {
      status = try FileStatus(ofReadableFileAt: path)
    } catch {
      guard error.isMissingFile else { throw BodyError(.fileUnreadable, path: path, systemError: error) }
      throw OutboxError(.fileChanged, "\(path): \(error)")
    }
    let now = KeptFile(path, status)
    guard now.byteCount == byteCount else {
      throw OutboxError(.fileChanged, "\(path): expected \(byteCount) bytes, found \(now.byteCount)")
    }
    guard now.seconds == seconds, now.nanoseconds == nanoseconds else {
      throw OutboxError(.fileChanged, "\(path): modified after the request was added")
    }
    guard inode == nil || now.inode == inode else {
      throw OutboxError(.fileChanged, "\(path): replaced after the request was added")
    }
    guard changedSeconds == nil || now.changedSeconds == changedSeconds,
      changedNanoseconds == nil || now.changedNanoseconds == changedNanoseconds
    else { throw OutboxError(.fileChanged, "\(path): changed after the request was added") }
  }
}

extension Duration {
  fileprivate var secondsAndNanoseconds: (Int64, Int64) {
    (components.seconds, components.attoseconds / 1_000_000_000)
  }
}
