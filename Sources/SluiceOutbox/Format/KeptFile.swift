internal import SluiceBody

/// A file of a request's body, as it was when the request was added.
struct KeptFile: Codable, Sendable {
  let path: String
  let byteCount: Int64
  /// The time of the last modification since 1970.
  private let seconds: Int64
  private let nanoseconds: Int64

  /// Reads the size and the modification time of a file. Blocks.
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
    (seconds, nanoseconds) = (
      status.modified.components.seconds, status.modified.components.attoseconds / 1_000_000_000
    )
  }

  /// Checks that the file has not changed. Blocks.
  ///
  /// - Throws: An ``OutboxError`` with the code `file-changed`.
  func check() throws(OutboxError) {
    let now: KeptFile
    do {
      now = KeptFile(path, try FileStatus(ofReadableFileAt: path))
    } catch {
      throw OutboxError(.fileChanged, "\(path): \(error)")
    }
    guard now.byteCount == byteCount else {
      throw OutboxError(.fileChanged, "\(path): expected \(byteCount) bytes, found \(now.byteCount)")
    }
    guard now.seconds == seconds, now.nanoseconds == nanoseconds else {
      throw OutboxError(.fileChanged, "\(path): modified after the request was added")
    }
  }
}
