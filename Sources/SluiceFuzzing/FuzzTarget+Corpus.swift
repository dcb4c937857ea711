public import Foundation

extension FuzzTarget {
  /// The target's files in a corpus, by path.
  public func files(in corpus: URL) throws -> [URL] {
    let all = FileManager.default.enumerator(
      at: corpus.appending(path: name), includingPropertiesForKeys: [.isRegularFileKey])
    return try (all?.compactMap { $0 as? URL } ?? [])
      .filter { try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true }
      .sorted { $0.path < $1.path }
  }
}
