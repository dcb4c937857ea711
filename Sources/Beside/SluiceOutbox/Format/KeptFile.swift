internal import SluiceBody

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
      throw OutboxError(.unsupportedRequest, "\(path): \(error)")
    }
  }

  private init(_ path: String, _ status: FileStatus) {
    self.path = path
    byteCount = status.byteCount
    (seconds, nanoseconds) = status.modified.secondsAndNanoseconds
    inode = status.inode
    (changedSeconds, changedNanoseconds) = status.changed.secondsAndNanoseconds
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
