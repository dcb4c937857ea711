internal import Glibc

// Copies that do not pass through the memory of this process.
//
// SAFETY: the pointer in these calls is to a local variable that lives until the call returns.

extension Descriptor {
  /// Makes an empty file share the blocks of another one on the disk, until one of them is written to.
  ///
  /// A hard link would do as little work, but is wrong: a program that writes to one file would change both.
  ///
  /// - Returns: `false` if the file system cannot do this, as ext4, or if the files are on different ones.
  package func clone(_ source: Descriptor) -> Bool {
    // `FICLONE`, which Swift does not import.
    (try? retrying { ioctl(rawValue, 0x4004_9409, source.rawValue) }) != nil
  }

  /// Appends bytes of another file, at this descriptor's position.
  ///
  /// - Parameters:
  ///   - count: The maximum number of bytes.
  ///   - source: The other file.
  ///   - offset: The offset of the bytes.
  /// - Returns: The number of bytes; 0 at the end.
  /// - Throws: `EINVAL` or `ENOSYS` if the system cannot copy between these files.
  package func append(
    upTo count: Int, of source: Descriptor, at offset: Int64
  ) throws(SystemError) -> Int {
    var offset = off_t(offset)
    return try retrying { unsafe sendfile(rawValue, source.rawValue, &offset, count) }
  }
}
