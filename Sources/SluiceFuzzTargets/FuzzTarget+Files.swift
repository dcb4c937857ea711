public import Foundation
public import SluiceFuzz

extension FuzzTarget {
  /// Returns the target's files in a corpus, sorted by path.
  ///
  /// - Parameter corpus: The folder that has a folder for each target.
  /// - Returns: The regular files in the target's folder, at any depth.
  /// - Throws: Foundation's error if the type of a file cannot be read.
  /// - Complexity: O(*n* log *n*), where *n* is the number of files.
  public func files(in corpus: URL) throws -> [URL] {
    let all = FileManager.default.enumerator(
      at: corpus.appending(path: name), includingPropertiesForKeys: [.isRegularFileKey])
    return try (all?.compactMap { $0 as? URL } ?? [])
      .filter { try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true }
      .sorted { $0.path < $1.path }
  }
}
