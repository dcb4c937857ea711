@_exported public import SluiceErrors

/// An error in reading or writing a body.
///
/// Two errors are equal if they have the same code, path, sizes and system error.
public struct BodyError: SluiceError, Hashable {
  /// The kind of the error.
  public let code: ErrorCode
  /// The path of the file as the caller passed it, or `nil` if the error does not concern a named file.
  public let path: String?
  /// The number of bytes that was declared or required, or `nil` if the error does not concern a size.
  public let expectedByteCount: Int64?
  /// The number of bytes that was found instead, or `nil` if the error does not concern a size or the size is unknown.
  public let actualByteCount: Int64?
  /// The `errno` of the system call that failed, or `nil` if none did.
  public let systemErrorNumber: Int32?

  package init(
    _ code: ErrorCode, path: String? = nil, expected: Int64? = nil, actual: Int64? = nil,
    systemError: SystemError? = nil
  ) {
    self.code = code
    self.path = path
    self.expectedByteCount = expected
    self.actualByteCount = actual
    self.systemErrorNumber = systemError?.number
  }
}

extension BodyError {
  /// The description without the code.
  public var message: String {
    var parts: [String] = []
    if let path { parts.append(PathText.shown(path)) }
    switch (expectedByteCount, actualByteCount) {
    case (let expected?, let actual?) where expected != actual:
      parts.append("expected \(expected) bytes, found \(actual)")
    case (let expected?, nil): parts.append("expected \(expected) bytes")
    default: break
    }
    if let systemErrorNumber { parts.append(SystemError(number: systemErrorNumber).description) }
    if let explanation { parts.append(explanation) }
    return parts.isEmpty ? code.description : parts.joined(separator: ": ")
  }

  private var explanation: String? {
    switch code {
    case .rangeOutOfBounds where path == nil: "the offset does not lie within the body"
    case .fileUnreadable where systemErrorNumber != nil: nil
    default: code.explanation
    }
  }
}

extension BodyError {
  /// Returns the result of `call`, and throws its error as ``ErrorCode/readFailed``.
  package static func reading<Result>(
    _ path: String, _ call: () throws(SystemError) -> Result
  ) throws(BodyError) -> Result {
    do throws(SystemError) {
      return try call()
    } catch {
      throw BodyError(.readFailed, path: path, systemError: error)
    }
  }

  /// Returns the result of `call`, and throws its error as ``ErrorCode/writeFailed``.
  package static func writing<Result>(
    _ path: String, _ call: () throws(SystemError) -> Result
  ) throws(BodyError) -> Result {
    do throws(SystemError) {
      return try call()
    } catch {
      throw BodyError(.writeFailed, path: path, systemError: error)
    }
  }
}

extension ErrorCode {
  /// No file exists at the path.
  public static let fileMissing = ErrorCode("file-missing")
  /// The path names a directory.
  public static let fileIsDirectory = ErrorCode("file-is-directory")
  /// The file cannot be read, for example because permission is missing or because it is a socket.
  public static let fileUnreadable = ErrorCode("file-unreadable", "it is not a regular file")
  /// The file has more bytes than when the source was made.
  public static let fileGrew = ErrorCode("file-grew")
  /// The file has fewer bytes than when the source was made.
  public static let fileShrank = ErrorCode("file-shrank")
  /// The file was removed, or replaced by something that is not a regular file, after the source was made.
  public static let fileVanished = ErrorCode("file-vanished")
  /// A range does not lie within its file, or the file is a stream, such as a FIFO; an offset does not lie within its
  /// body.
  public static let rangeOutOfBounds = ErrorCode(
    "range-out-of-bounds", "the range does not lie within the file")
  /// The system failed to read.
  public static let readFailed = ErrorCode("read-failed")
  /// The system failed to write.
  public static let writeFailed = ErrorCode("write-failed")
  /// Something already exists at the path of a file to be created.
  public static let fileExists = ErrorCode("file-exists")
  /// A folder that is to be used has files of another kind.
  public static let folderNotEmpty = ErrorCode("folder-not-empty", "the folder has files of another kind")
  /// Another writer has the file open, in this process or another.
  public static let fileInUse = ErrorCode("file-in-use", "another writer has it open")
  /// The temporary name of a file that is being written names another file, or none, so the bytes at that name are
  /// not the written ones. Nothing gets the final name.
  public static let fileReplaced = ErrorCode(
    "file-replaced", "its temporary file was removed or replaced while it was written")
  /// A source yielded fewer or more bytes than it declared.
  public static let byteCountMismatch = ErrorCode("byte-count-mismatch")
  /// A second reader was requested from a source that can be read only once, or something that may need one.
  public static let notReplayable = ErrorCode("not-replayable", "the body can be read only once")
  /// The code ``tooLarge`` for joined bodies.
  static let byteCountsTooLarge = ErrorCode("too-large", "the byte counts add up to more than 2^63 - 1")
  /// A body that is collected has more bytes than the limit.
  public static let overLimit = ErrorCode("over-limit", "the body has more bytes than the limit")
  /// The body, or the named file of it, has changed since a part of it was read, or sent by an earlier upload.
  public static let changed = ErrorCode("changed", "it has changed since a part of it was read")
  /// The body has no ``BodySource/identity()``, so a later upload cannot check that it is the same.
  public static let noIdentity = ErrorCode(
    "no-identity", "the body has no identity by which a later upload could recognize it")
}
