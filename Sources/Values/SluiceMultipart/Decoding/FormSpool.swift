internal import SluiceBody

/// The temporary files for the files of one form. They hold few descriptors, whatever number of files a peer sends.
///
/// ```
///  files of the form     1  2  3  4  5  6  7  8  …
///  temporary files       1  2  3  4  └─ shared ─┘
/// ```
///
/// A temporary file for a single file gets a name without being copied. The bytes of the shared one are copied.
final class FormSpool: Sendable {
  private struct State {
    var ownFileCount = 0
    var lastShared: SpooledFile?
  }

  /// The maximum number of files that have a temporary file of their own.
  static let maximumOwnFileCount = 4

  private let folder: String
  private let state = Lock(State())

  init(in folder: String) { self.folder = folder }

  /// Returns an empty file. The one before it is complete: nothing may be appended to it.
  func nextFile() async throws -> SpooledFile {
    let (isOwn, last) = state.withLock { state in
      let isOwn = state.ownFileCount < Self.maximumOwnFileCount
      if isOwn { state.ownFileCount += 1 }
      return (isOwn, state.lastShared)
    }
    if isOwn { return try await SpooledFile(in: folder) }
    let file =
      if let last { SpooledFile(after: last) } else { try await SpooledFile(in: folder, isShared: true) }
    state.withLock { $0.lastShared = file }
    return file
  }
}
