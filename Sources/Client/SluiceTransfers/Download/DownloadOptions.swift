public import HTTPTypes
public import SluiceBody
internal import SluiceSession

/// The settings of a download to a file.
///
/// ```swift
/// let file = try await session.download(
///   "videos/1", to: .file("/data/holiday.mov"),
///   options: .init(
///     resumes: true, expectedSHA256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"))
/// ```
public struct DownloadOptions: Sendable {
  /// The treatment of anything that already exists under the file's name. Defaults to ``ExistingFilePolicy/fail``.
  ///
  /// With ``ExistingFilePolicy/fail``, a name that exists is an error before the body is received, and before anything
  /// is sent if the destination is a `DownloadDestination.file`. With ``ExistingFilePolicy/unique``, simultaneous
  /// downloads may have the same destination, and each gets a name that no other of them replaces.
  public var ifExists = ExistingFilePolicy.fail
  /// Whether the folders of the file are created if they are missing. Defaults to `false`.
  public var createsFolders = false
  /// Whether the file, its name and new folders are flushed to the disk before the download is complete, so that a
  /// power failure cannot undo it. Defaults to `false`.
  public var synchronizes = false
  /// Whether to continue an earlier download to the same path; otherwise, its partial file is replaced. Defaults to
  /// `false`.
  public var resumes = false
  /// The maximum number of bytes of the file, or `nil` for no limit. Defaults to `nil`.
  public var maximumByteCount: Int64?
  /// The exact number of bytes of the file, or `nil` if unknown. Defaults to `nil`.
  public var expectedByteCount: Int64?
  /// The SHA-256 of the file in hexadecimal, in any case, or `nil` if unknown. Defaults to `nil`.
  ///
  /// Digests that the server sends are verified in any case: those with SHA-256 in `Repr-Digest` and `Content-Digest`
  /// (RFC 9530) and in `Digest` (RFC 3230). They apply to a body as it was sent, so they are ignored if it is decoded
  /// from a content coding.
  public var expectedSHA256: String?
  /// The maximum number of simultaneous requests, each for a different range of the file. Defaults to 1.
  ///
  /// More than one are used if the server supports ranges, and sends the file's size and a strong validator (RFC 9110
  /// §8.8.1); otherwise, a single request downloads the whole file. No segment has less than 1 MiB. All segments have
  /// the same validator, so a file that changes meanwhile is downloaded again, by a single request.
  ///
  /// Each segment is a transfer of its own to monitors and to the retry policy. At most 64 are used.
  public var maximumConcurrentCount = 1
  /// Receives what is necessary to continue the download later, when it begins to be resumable. Defaults to `nil`.
  ///
  /// It is called on the download's own thread, before the first byte is written.
  public var didBecomeResumable: (@Sendable (DownloadResumption) -> Void)?
  /// Called last, before the complete file gets its name; it may block. If it returns `false`, the download fails with
  /// `file-in-use`, and its bytes stay. Defaults to `nil`.
  package var mayGetName: (@Sendable () -> Bool)?

  /// Creates settings. The defaults are those of the properties.
  public init(
    ifExists: ExistingFilePolicy = .fail, createsFolders: Bool = false, synchronizes: Bool = false,
    resumes: Bool = false, maximumByteCount: Int64? = nil, expectedByteCount: Int64? = nil,
    expectedSHA256: String? = nil, maximumConcurrentCount: Int = 1,
    didBecomeResumable: (@Sendable (DownloadResumption) -> Void)? = nil
  ) {
    self.ifExists = ifExists
    self.createsFolders = createsFolders
    self.synchronizes = synchronizes
    self.resumes = resumes
    self.maximumByteCount = maximumByteCount
    self.expectedByteCount = expectedByteCount
    self.expectedSHA256 = expectedSHA256
    self.maximumConcurrentCount = maximumConcurrentCount
    self.didBecomeResumable = didBecomeResumable
  }
}

extension DownloadOptions {
  /// Returns what happens if something exists at a path. The hidden files of downloads are never replaced.
  func policy(at path: DestinationPath) -> ExistingFilePolicy {
    ifExists == .replace && path.isHidden ? .fail : ifExists
  }
}

/// A file that has been downloaded completely.
public struct DownloadedFile: Sendable {
  /// The path of the file.
  public let path: String
  /// The size in bytes.
  public let byteCount: Int64
  /// The number of bytes that an earlier download had left.
  public let resumedByteCount: Int64
  /// The SHA-256 in hexadecimal, if it was verified: the caller expected it or the server sent it. Otherwise, `nil`.
  public let sha256: String?
  /// The head of the last response; of segments, the head of the first. With 206, its body was a part of the file; with
  /// 416, nothing was missing.
  public let head: HTTPResponse
  /// The version of HTTP in the status line of that response, such as `1.1` or `2`.
  public let httpVersion: String
}

extension DownloadedFile {
  init(
    at path: String, of byteCount: Int64, _ digest: String?, _ response: SessionResponse, resumed: Int64 = 0
  ) {
    self.init(
      path: path, byteCount: byteCount, resumedByteCount: resumed, sha256: digest, head: response.head,
      httpVersion: response.httpVersion)
  }
}
