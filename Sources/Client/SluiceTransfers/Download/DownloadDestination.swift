public import HTTPTypes
internal import SluiceBody
internal import SluiceSession

/// The path of a download, or how to choose it.
///
/// ```swift
/// try await session.download("videos/1", to: .file("/data/holiday.mov"))
/// try await session.download("videos/1", to: .folder("/data"))
/// try await session.download("videos/1", to: .chosen { proposal in "/data/\(proposal.suggestedName)" })
/// ```
///
/// With ``folder(_:)`` and ``chosen(_:)``, the path is decided when the head of the response has arrived, once for each
/// download and its retries. Several downloads may have the same one: if they run at the same time, or belong to one
/// ``Batch``, only the first of them succeeds, unless ``DownloadOptions/existingFile`` is
/// ``ExistingFilePolicy/unique``.
public enum DownloadDestination: Sendable {
  /// The file with this path.
  case file(_ path: String)
  /// The file in this folder with the ``Proposal/suggestedName``.
  case folder(_ path: String)
  /// The file with the path that a closure returns.
  ///
  /// The body waits while the closure runs, within the timeouts of the request. An error of the closure ends the
  /// download.
  case chosen(_ choose: @Sendable (Proposal) async throws -> String)

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
  init(_ response: Response) {
    head = response.head
    url = response.url
    suggestedName = SuggestedName.text(for: response.head, at: response.url)
  }
}

extension DownloadDestination {
  /// The path if it does not depend on the response; otherwise, `nil`.
  var knownPath: String? {
    if case .file(let path) = self { path } else { nil }
  }

  /// Returns the path for a response.
  func path(for response: Response) async throws -> String {
    switch self {
    case .file(let path): return path
    case .folder(let folder):
      let name = Proposal(response).suggestedName
      return folder.isEmpty || folder.utf8.last == UInt8(ascii: "/") ? folder + name : "\(folder)/\(name)"
    case .chosen(let choose): return try await choose(Proposal(response))
    }
  }
}
