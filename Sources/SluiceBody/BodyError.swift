/// What went wrong with a body, and where.
public struct BodyError: Error, Sendable {
  /// The kind of a ``BodyError``. More may come: switch with a `default`.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    private init(_ description: String) { self.description = description }

    /// There is no file at the path.
    public static let fileMissing = Code("file-missing")
    /// The path names a directory.
    public static let fileIsDirectory = Code("file-is-directory")
    /// The file may not be read, or is of a kind that cannot be.
    public static let fileUnreadable = Code("file-unreadable")
    /// The file has more bytes than when its size was taken.
    public static let fileGrew = Code("file-grew")
    /// The file has fewer bytes than when its size was taken.
    public static let fileShrank = Code("file-shrank")
    /// The file is gone, or something else stands in its place, since its size was taken.
    public static let fileVanished = Code("file-vanished")
    /// A range does not lie within its file, or its file has no positions.
    public static let rangeOutOfBounds = Code("range-out-of-bounds")
    /// The system failed to read.
    public static let readFailed = Code("read-failed")
    /// The system failed to write.
    public static let writeFailed = Code("write-failed")
    /// There is something already where a file was to be made.
    public static let fileExists = Code("file-exists")
    /// Somebody else is writing the file.
    public static let fileInUse = Code("file-in-use")
    /// A source yielded fewer or more bytes than it had announced.
    public static let byteCountMismatch = Code("byte-count-mismatch")
    /// A one-shot source was asked for a second reader.
    public static let notReplayable = Code("not-replayable")
    /// The byte counts of joined sources add up to more than 2⁶³ − 1.
    public static let tooLarge = Code("too-large")
  }

  public let code: Code
  /// The file's path, as it was given.
  public let path: String?
  /// The announced number of bytes.
  public let expectedByteCount: Int64?
  /// The number of bytes found instead.
  public let actualByteCount: Int64?
  /// The system's error number, where a system call failed.
  public let systemErrorNumber: Int32?

  package init(
    _ code: Code, path: String? = nil, expected: Int64? = nil, actual: Int64? = nil,
    systemError: SystemError? = nil
  ) {
    self.code = code
    self.path = path
    self.expectedByteCount = expected
    self.actualByteCount = actual
    self.systemErrorNumber = systemError?.number
  }
}

extension BodyError: CustomStringConvertible {
  /// One line, such as `file-grew: /data/a.mov: expected 10 bytes, found 12`.
  public var description: String { "\(code): \(message)" }

  /// The description without its code.
  public var message: String {
    var parts: [String] = []
    if let path { parts.append(path) }
    switch (expectedByteCount, actualByteCount) {
    case (let expected?, let actual?): parts.append("expected \(expected) bytes, found \(actual)")
    case (let expected?, nil): parts.append("expected \(expected) bytes")
    default: break
    }
    if let systemErrorNumber { parts.append(SystemError(number: systemErrorNumber).description) }
    if let explanation { parts.append(explanation) }
    return parts.isEmpty ? code.description : parts.joined(separator: ": ")
  }

  private var explanation: String? {
    switch code {
    case .notReplayable: "the body can be read only once, and has been"
    case .tooLarge: "the byte counts add up to more than 2^63 - 1"
    case .fileInUse: "somebody else is writing it"
    case .rangeOutOfBounds: "the range does not lie within the file"
    default: nil
    }
  }
}
