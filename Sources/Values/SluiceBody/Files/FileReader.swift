internal import Glibc

/// The bytes of a regular file that a source declared.
struct FileSlice: Sendable {
  let path: String
  let range: Range<Int64>
  /// Whether the range is meant to be the whole file, so that bytes after it are an error.
  let isWhole: Bool
  /// The version of the file that the bytes must belong to, or `nil` for any.
  var version: BodyIdentity.File?

  var byteCount: Int64 { range.upperBound - range.lowerBound }

  /// - Throws: ``ErrorCode/fileGrew`` or ``ErrorCode/fileShrank`` if the file has another size than declared.
  func checkByteCount(_ status: FileStatus) throws(BodyError) {
    if status.byteCount < range.upperBound || (isWhole && status.byteCount != byteCount) {
      throw changed(to: status.byteCount)
    }
  }

  /// Checks the file before its first byte is read.
  ///
  /// - Throws: The errors of ``checkByteCount(_:)``; ``ErrorCode/changed`` if the file is another version.
  func check(_ status: FileStatus) throws(BodyError) {
    try checkByteCount(status)
    if let version, version != BodyIdentity.File(path: version.path, status) {
      throw BodyError(.changed, path: path, expected: version.byteCount, actual: status.byteCount)
    }
  }

  /// Checks the file after its last byte has been read.
  ///
  /// A range of a file that has grown is assumed to be the same, unless it is a range of one version.
  ///
  /// - Parameters:
  ///   - status: The status now.
  ///   - first: The status before the first byte was read.
  /// - Throws: ``ErrorCode/changed`` if the bytes may belong to several versions.
  func check(_ status: FileStatus, since first: FileStatus) throws(BodyError) {
    if version != nil { try checkByteCount(status) }
    if !isWhole, version == nil, status.byteCount > first.byteCount { return }
    if !status.hasSameContent(as: first) {
      throw BodyError(.changed, path: path, expected: first.byteCount, actual: status.byteCount)
    }
  }

  /// Returns the error for a file whose size is now `size`.
  func changed(to size: Int64) -> BodyError {
    let needed = isWhole ? byteCount : range.upperBound
    return BodyError(size < needed ? .fileShrank : .fileGrew, path: path, expected: needed, actual: size)
  }
}

extension FileStatus {
  /// Whether the size and the times show no change of the content since another status.
  ///
  /// Adding or removing a name changes the status of a file, but not its content. Nothing tells it from an edit after
  /// which a program has restored the time of modification.
  package func hasSameContent(as first: FileStatus) -> Bool {
    byteCount == first.byteCount && modified == first.modified
      && (changed == first.changed || nameCount != first.nameCount)
  }
}

extension BodyIdentity {
  /// Reads the status of the file.
  ///
  /// - Throws: ``ErrorCode/fileVanished``, ``ErrorCode/fileUnreadable``, ``ErrorCode/fileGrew`` or
  ///   ``ErrorCode/fileShrank``.
  init(of slice: FileSlice) throws(BodyError) {
    let status: FileStatus
    do {
      status = try FileStatus(ofReadableFileAt: slice.path)
    } catch {
      throw BodyError(
        error.isMissingFile ? .fileVanished : .fileUnreadable, path: slice.path, expected: slice.byteCount,
        systemError: error)
    }
    guard status.kind == .regular else {
      throw BodyError(.fileVanished, path: slice.path, expected: slice.byteCount)
    }
    try slice.check(status)
    let file = File(path: slice.path, status)
    let numbers: [any CustomStringConvertible] = [
      slice.range.lowerBound, slice.range.upperBound, file.byteCount, file.modificationTime,
      file.changeTime, file.inode,
    ]
    self.init(slice.byteCount, ["file"] + numbers.map(\.description), [file])
  }

}

extension BodyIdentity.File {
  init(path: String, _ status: FileStatus) {
    self.init(
      path: path, byteCount: status.byteCount, modificationTime: Self.nanoseconds(status.modified),
      changeTime: Self.nanoseconds(status.changed), inode: status.inode)
  }

  private static func nanoseconds(_ time: Duration) -> Int64 {
    let (seconds, attoseconds) = time.components
    return seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000
  }
}

/// A reader of a slice of a regular file, straight into its consumer's buffer. The file is open from the first read to
/// the end of the slice.
///
/// The holes of a sparse file are not read, because the system would first fill memory of its page cache with zeros.
final class FileReader: BodyReader {
  private let slice: FileSlice
  private var offset: Int64
  private var descriptor: Descriptor?
  /// The status when the file was opened.
  private var first: FileStatus?
  private var hasEnded = false

  /// Creates a reader of the slice's bytes from an offset within it on.
  init(_ slice: FileSlice, from offset: Int64) {
    self.slice = slice
    self.offset = slice.range.lowerBound + offset
  }

  func read(into output: inout OutputSpan<UInt8>) throws(BodyError) -> BodyReadOutcome {
    if hasEnded { return .end }
    let descriptor = if let open = self.descriptor { open } else { try open() }
    self.descriptor = descriptor
    if offset < slice.range.upperBound, !output.isFull {
      let limit = Int(min(slice.range.upperBound - offset, Int64(output.freeCapacity)))
      let count: Int
      do {
        let zeros = first?.isSparse == true ? Int(min(descriptor.holeByteCount(at: offset), Int64(limit))) : 0
        output.append(zeros: zeros)
        count = zeros > 0 ? zeros : try descriptor.read(into: &output, upTo: limit, at: offset)
      } catch {
        throw BodyError(.readFailed, path: slice.path, systemError: error)
      }
      if count == 0 { throw slice.changed(to: min(size(of: descriptor), offset)) }
      offset += Int64(count)
    }
    if offset < slice.range.upperBound { return .more }
    if slice.isWhole, descriptor.hasByte(at: offset) {
      throw slice.changed(to: max(size(of: descriptor), offset + 1))
    }
    try checkForChanges(of: descriptor)
    self.descriptor = nil
    hasEnded = true
    return .end
  }

  private func open() throws(BodyError) -> Descriptor {
    let descriptor: Descriptor
    let status: FileStatus
    do {
      // A FIFO that replaced the file must not block.
      descriptor = try Descriptor.open(slice.path, flags: O_RDONLY | O_NONBLOCK)
      status = try descriptor.status()
    } catch {
      // `ENXIO`: a socket replaced the file.
      let hasVanished = error.isMissingFile || error.number == ENXIO
      throw BodyError(
        hasVanished ? .fileVanished : .fileUnreadable, path: slice.path, expected: slice.byteCount,
        systemError: error)
    }
    guard status.kind == .regular else {
      throw BodyError(.fileVanished, path: slice.path, expected: slice.byteCount)
    }
    try slice.check(status)
    first = status
    posix_fadvise(
      descriptor.rawValue, off_t(offset), off_t(slice.range.upperBound - offset), POSIX_FADV_SEQUENTIAL)
    return descriptor
  }

  private func checkForChanges(of descriptor: Descriptor) throws(BodyError) {
    guard let first else { return }
    let status = try BodyError.reading(slice.path) { () throws(SystemError) in try descriptor.status() }
    try slice.check(status, since: first)
  }

  /// The size that the file's status reports, or the current offset if there is no status. Some of the kernel's own
  /// files report a size that is not theirs.
  private func size(of descriptor: Descriptor) -> Int64 {
    (try? descriptor.status())?.byteCount ?? offset
  }
}
