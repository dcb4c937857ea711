internal import SluiceBody

/// A file that appears under its name once it is complete, written on threads that may block.
final class StagedFile: Sendable {
  private let path: DestinationPath
  private let file: TemporaryFile

  /// Creates a file on the file system of `path`.
  ///
  /// - Parameters:
  ///   - path: The path under which the file will appear.
  ///   - creatingFolders: Whether the folders of `path` are created if they are missing.
  /// - Throws: ``ErrorCode/writeFailed``.
  init(for path: String, creatingFolders: Bool) async throws {
    let path = try DestinationPath(path)
    self.path = path
    file = try await withTaskExecutorPreference(BlockingExecutor.shared) {
      if creatingFolders { try path.createFolder(synchronizing: false) }
      return try BodyError.writing(path.text) { () throws(SystemError) in
        try TemporaryFile(for: path)
      }
    }
  }

  /// Appends `bytes` to the file.
  ///
  /// - Throws: ``ErrorCode/writeFailed``.
  func append(_ bytes: ArraySlice<UInt8>) async throws {
    try await withTaskExecutorPreference(BlockingExecutor.shared) {
      try file.descriptor.write(bytes.span, toFileAt: path.text)
    }
  }

  /// Appends a whole body.
  ///
  /// - Throws: The error of the body's reader; ``ErrorCode/writeFailed``; a `CancellationError`.
  func append(_ source: some BodySource) async throws {
    let pass = BodyPass(over: source)
    try await withTaskExecutorPreference(BlockingExecutor.shared) {
      _ = try await pass.forEachBlock { block in
        try file.descriptor.write(block, toFileAt: path.text)
        return true
      }
    }
  }

  /// Flushes the file to disk, and gives it its name. Nothing may be written afterwards.
  ///
  /// - Returns: The path under which it is.
  /// - Throws: ``ErrorCode/fileExists``, ``ErrorCode/fileIsDirectory`` or ``ErrorCode/writeFailed``.
  func commit(ifExists policy: ExistingFilePolicy) async throws -> String {
    try await withTaskExecutorPreference(BlockingExecutor.shared) {
      try file.commit(to: path, ifExists: policy)
    }
  }
}
