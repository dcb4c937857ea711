internal import Glibc
public import HTTPTypes
public import SluiceBody
internal import SluiceCoding
internal import SluiceMultipart
internal import SluiceSerialization
internal import SluiceSession
internal import SluiceSupport

/// The path of a download, or how to choose it.
///
/// ```swift
/// try await session.download("videos/1", to: .file("/data/holiday.mov"))
/// try await session.download("videos/1", to: .folder("/data"))
/// try await session.download("videos/1", to: .chosen { proposal in "/data/\(proposal.suggestedName)" })
/// ```
///
/// With `.folder` and ``chosen(_:)``, the path is decided when the head of the response has arrived, once for each
/// download and its retries. Several downloads may have the same one: if they run at the same time, or belong to one
/// ``TransferBatch``, only the first of them succeeds, unless ``DownloadOptions/ifExists`` is
/// ``ExistingFilePolicy/unique``.
public enum DownloadDestination: Sendable {
  /// The file with this path.
  case file(_ path: any FilePathConvertible)
  /// The file in this folder with the ``Proposal/suggestedName``.
  case folder(_ path: any FilePathConvertible)
  /// The file with the path that a closure returns.
  ///
  /// The body waits while the closure runs, within the timeouts of the request. An error of the closure ends the
  /// download.
  case chosen(_ choose: @Sendable (Proposal) async throws -> any FilePathConvertible)

  /// The facts about a file before its first byte is written.
  public struct Proposal: Sendable {
    /// The head of the response.
    public let head: HTTPResponse
    /// The URL of the response, after redirects.
    public let url: String
    /// A name that is safe in a path: never empty, `.` or `..`, without separators and control characters, not a device
    /// of Windows, and of at most 200 bytes.
    ///
    /// It is the file name in `Content-Disposition`, of which `filename*` takes precedence (RFC 6266), or the last
    /// segment of the URL's path, or `file`. A ``SafeFileName`` is made of it.
    public let suggestedName: String
  }
}

extension DownloadDestination.Proposal {
  init(_ response: SessionResponse) {
    head = response.head
    url = response.url
    suggestedName = SuggestedName.text(for: response.head, at: response.url)
  }
}

extension DownloadDestination {
  /// The path if it does not depend on the response; otherwise, `nil`.
  var knownPath: String? {
    if case .file(let path) = self { path._filePath } else { nil }
  }

  /// Returns the path for a response. Code of the caller that decides it has until the deadline.
  func path(for response: SessionResponse, until deadline: Deadline) async throws -> String {
    switch self {
    case .file(let path): return path._filePath
    case .folder(let folder):
      let folder = folder._filePath
      let name = Proposal(response).suggestedName
      return folder.isEmpty || folder.utf8.last == UInt8(ascii: "/") ? folder + name : "\(folder)/\(name)"
    case .chosen(let choose):
      return try await deadline.limiting { [proposal = Proposal(response)] in
        // It may look at files.
        try await withTaskExecutorPreference(BlockingExecutor.shared) { try await choose(proposal) }._filePath
      }
    }
  }
}

/// An existing file that is not regular, such as a device, a FIFO or standard output. It is written in place.
struct SpecialFile: Hashable, Sendable {
  let path: String
  /// The open descriptor that the path leads to, or `nil` if it leads to none.
  private let descriptor: CInt?
  let isFIFO: Bool

  /// Checks a path, or `nil` if it names a regular file, or none yet.
  ///
  /// - Throws: A ``BodyError`` with the code `file-is-directory` for a folder, or `write-failed` for a path that cannot
  ///   name a file, or whose file has an unknown kind.
  init?(at path: String) throws(BodyError) {
    self.path = path
    // The system would end the path at a NUL, and create another file.
    if !PathText.isValid(path) { throw BodyError(.writeFailed, path: path) }
    descriptor = Descriptor.inherited(at: path)
    if descriptor != nil {
      isFIFO = false
      return
    }
    // A file of an unknown kind must not be replaced.
    let status = try BodyError.writing(path) { () throws(SystemError) in try FileStatus(ifExistsAt: path) }
    isFIFO = status?.isFIFO ?? false
    switch status?.kind {
    case .stream, .other: return
    case .regular: return nil
    case .directory: throw BodyError(.fileIsDirectory, path: path)
    case nil:
      guard let last = path.utf8.last, last != UInt8(ascii: "/") else {
        throw BodyError(.writeFailed, path: path, systemError: SystemError(number: ENOENT))
      }
      return nil
    }
  }

  /// Opens the file for writing. A FIFO is opened when it has a reader, and does not block.
  ///
  /// - Throws: A ``BodyError``; a ``SessionError`` with the code `timed-out` or `invalidated`; a `CancellationError`.
  func open(until deadline: Deadline) async throws -> Descriptor {
    while true {
      do throws(BodyError) {
        return try BodyError.writing(path) { () throws(SystemError) in
          if let descriptor { return try .duplicate(descriptor) }
          return try .open(path, flags: O_WRONLY | (isFIFO ? O_NONBLOCK : 0))
        }
      } catch {
        guard isFIFO, error.systemErrorNumber == ENXIO else { throw error }
      }
      try deadline.check()
      try await Task.sleep(for: .milliseconds(20))
    }
  }
}

extension DestinationPath {
  /// Checks that a new file may take the place of what is at the path, if anything is. Blocks.
  ///
  /// - Throws: A ``BodyError`` with the code `file-is-directory` for a folder, or `file-exists` for anything else that
  ///   is not a regular file, such as a device and an open descriptor. A file that is renamed to its path would remove
  ///   it.
  func checkReplaceable() throws(BodyError) {
    if Descriptor.inherited(at: text) != nil { throw BodyError(.fileExists, path: text) }
    switch (try? FileStatus(ofFileAt: text))?.kind {
    case .directory: throw BodyError(.fileIsDirectory, path: text)
    case .stream, .other: throw BodyError(.fileExists, path: text)
    case .regular, nil: break
    }
  }
}

/// The name of a downloaded file, made of what the server sent.
enum SuggestedName {
  /// Returns a safe name.
  ///
  /// - Parameters:
  ///   - head: The head of the response. A malformed `Content-Disposition` is ignored.
  ///   - url: The URL of the response.
  static func text(for head: HTTPResponse, at url: String) -> String {
    let fields = head.headerFields[fields: .contentDisposition]
    // Several fields are malformed.
    let sent = fields.count == 1 ? try? ContentDisposition(parsing: fields[0].bytes, as: .http).fileName : nil
    if let sent, !sent.isEmpty { return SafeFileName(sent).description }
    return text(at: url)
  }

  /// Returns a safe name made of the last segment of a URL's path.
  static func text(at url: String) -> String {
    let path = url.withoutQuery.utf8
    // What follows the authority, which is not part of the name.
    let scheme = path.firstIndex(of: UInt8(ascii: ":")).map { path[$0...].dropFirst(3) } ?? path[...]
    let segment = scheme.drop { $0 != UInt8(ascii: "/") }.split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
    ).last
    var name: [UInt8] = []
    if let segment { PercentCoding.decode(Array(segment).span, into: &name) }
    return SafeFileName(String(legacy: name.span)).description
  }
}
