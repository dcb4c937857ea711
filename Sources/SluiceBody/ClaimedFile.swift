internal import Glibc

/// A small file that has one writer at a time, and is replaced as a whole. All calls block.
///
/// ```
///                       FILE          FILE.new
///  init                 old or empty
///  replace: writes      old           new, claimed
///  replace: renames     new           none
/// ```
///
/// A process that is killed leaves the old content or the new one, and never a part. After a power failure, the file
/// may also be empty, because waiting for the disk could take longer than what the content describes.
package final class ClaimedFile: Sendable {
  package let path: String
  /// The file as it was when this object was made.
  private let first: PartialFile
  /// The file that has replaced it, which holds the claim of its own.
  private let replacement = Lock<Descriptor?>(nil)

  /// Opens the file, or creates an empty one.
  ///
  /// - Throws: ``BodyError/Code/fileInUse`` if another writer has the file open, in this process or another;
  ///   ``BodyError/Code/fileExists`` if the path names something other than a regular file;
  ///   ``BodyError/Code/writeFailed``.
  package init(at path: String) throws(BodyError) {
    self.path = path
    guard let file = try PartialFile(at: path, creating: true) else {
      throw BodyError(.writeFailed, path: path)
    }
    first = file
  }

  deinit { replacement.withLock { $0?.release() } }

  /// Returns the content of the file as it was when this object was made, and at most `limit` bytes of it.
  ///
  /// - Throws: ``BodyError/Code/readFailed``.
  package func content(upTo limit: Int) throws(BodyError) -> [UInt8] {
    var bytes: [UInt8] = []
    var count = 0
    repeat {
      count = bytes.count
      try bytes.append(addingCapacity: limit - count) { output throws(BodyError) in
        _ = try first.read(into: &output, upTo: limit - count, at: Int64(count))
      }
    } while bytes.count > count && bytes.count < limit
    return bytes
  }

  /// Replaces the content, which only the file's owner may read.
  ///
  /// - Throws: ``BodyError/Code/writeFailed``.
  package func replace(with bytes: [UInt8]) throws(BodyError) {
    let new = "\(path).new"
    removeFile(new)
    let descriptor = try BodyError.writing(path) { () throws(SystemError) in
      let descriptor = try Descriptor.create(new, permissions: 0o600)
      _ = try descriptor.claim()
      try descriptor.write(bytes.span)
      try renameFile(new, to: path)
      return descriptor
    }
    replacement.withLock { replacement in
      replacement?.release()
      replacement = descriptor
    }
  }

  /// Removes the file. A missing file is not an error.
  package func remove() {
    removeFile("\(path).new")
    removeFile(path)
  }
}
