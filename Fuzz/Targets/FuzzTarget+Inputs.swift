public import Foundation
public import SluiceFuzz

extension FuzzTarget {
  /// Returns the target's file in a corpus.
  ///
  /// - Parameter corpus: The folder with the folders `targets` and `portable`.
  /// - Throws: Foundation's error if a file cannot be read, or `BrokenProperty` if a line is malformed.
  /// - Complexity: O(*n*), where *n* is the number of bytes of the file and of the documents that it names.
  public func file(in corpus: URL) throws -> Corpus.TargetFile {
    let bytes = try [UInt8](Data(contentsOf: corpus.appending(path: "targets/\(name).jsonl")))
    return try Corpus.TargetFile(parsing: bytes) { file in
      try [UInt8](Data(contentsOf: corpus.appending(path: "portable/\(file)")))
    }
  }
}
