internal import Glibc
internal import SluiceBody
internal import SluiceGzip

/// A body in a file, and the checksums of its blocks of 64 KiB in another, whose name ends in `.sums`.
///
/// ```
///  body   0 ──── block 0 ──── 65536 ──── block 1 ──── 131072 ── block 2 ── 150000
///  sums   0      CRC-32       4          CRC-32       8         CRC-32     12
/// ```
///
/// Both files are open from the look-up on, so it does not matter whether they still have their names. A reader checks
/// each block before it yields a byte of it.
struct CheckedFile: CopyableSource {
  static let blockByteCount: Int64 = 64 * 1024

  private let body: Descriptor
  private let sums: Descriptor
  private let size: Int64
  private let path: String
  /// Called by a reader that finds a wrong block.
  private let didFindDamage: @Sendable () -> Void

  /// Opens the files. The result is `nil` if one is missing or has another size than it should have.
  init?(
    at path: String, byteCount: Int64, didFindDamage: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    do throws(SystemError) {
      body = try .open(path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      sums = try .open(Self.sumsPath(of: path), flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      guard try body.status().byteCount == byteCount,
        try sums.status().byteCount == Self.sumsByteCount(of: byteCount)
      else { return nil }
    } catch {
      if error.isMissingFile { return nil }
      throw error
    }
    self.path = path
    self.didFindDamage = didFindDamage
    size = byteCount
  }

  static func sumsPath(of path: String) -> String { path + ".sums" }

  /// Returns the size of the file of checksums.
  static func sumsByteCount(of byteCount: Int64) -> Int64 {
    byteCount / blockByteCount * 4 + (byteCount % blockByteCount == 0 ? 0 : 4)
  }

  var byteCount: Int64? { size }
  var isReplayable: Bool { true }
  /// `true`, because a damaged block removes the entry, for which other processes may have to be waited for.
  var needsOwnThread: Bool { true }

  func makeReader() -> any BodyReader { Reader(self, from: 0) }

  func makeReader(at offset: Int64) throws -> any BodyReader {
    try checkOffset(offset)
    return Reader(self, from: offset)
  }

  /// The number of bytes that are copied before they are checked, so that they are still in memory.
  private static let copiedByteCount = 8 << 20

  /// Copies the body as ``CopyableSource`` says, and checks the copy.
  ///
  /// - Complexity: O(*n*) for *n* bytes, which are read once to be checked. They take no space on the disk if the file
  ///   system lets files share blocks.
  func copy(to file: Descriptor, _ consume: (borrowing Span<UInt8>) throws -> Void) throws -> Bool {
    var copied = file.clone(body) ? size : 0
    var block: [UInt8] = []
    for start in stride(from: 0, to: size, by: Int(Self.blockByteCount)) {
      try Task.checkCancellation()
      let end = min(start + Self.blockByteCount, size)
      while copied < end {
        do throws(SystemError) {
          let count = try file.append(upTo: Self.copiedByteCount, of: body, at: copied)
          // The file has been cut off. Reading reports this.
          if count == 0 { break }
          copied += Int64(count)
        } catch {
          if copied == 0, [EINVAL, ENOSYS, EOPNOTSUPP, EXDEV].contains(error.number) { return false }
          throw error
        }
      }
      try read(start / Self.blockByteCount, of: file, into: &block)
      try consume(block.span)
    }
    return true
  }

  /// Reads a block of the body, or of a copy of it, into `block`, and checks it.
  private func read(
    _ index: Int64, of file: Descriptor, into block: inout [UInt8]
  ) throws(BodyError) {
    let start = index * Self.blockByteCount
    let count = Int(min(size - start, Self.blockByteCount))
    var sum: [UInt8] = []
    block.removeAll(keepingCapacity: true)
    do throws(SystemError) {
      try sums.read(into: &sum, count: 4, at: index * 4)
      try file.read(into: &block, count: count, at: start)
    } catch {
      throw BodyError(.readFailed, path: path, systemError: error)
    }
    var expected = FieldReader(sum[...])
    guard block.count == count, expected.number() == CRC32.checksum(of: block.span) else {
      block = []
      didFindDamage()
      throw BodyError(.changed, path: path)
    }
  }

  private final class Reader: BodyReader {
    private let file: CheckedFile
    private var offset: Int64
    /// The block that contains the offset, or nothing.
    private var block: [UInt8] = []

    init(_ file: CheckedFile, from offset: Int64) {
      self.file = file
      self.offset = offset
    }

    func read(into output: inout OutputSpan<UInt8>) throws(BodyError) -> BodyReadOutcome {
      while offset < file.size, !output.isFull {
        let start = Int(offset % CheckedFile.blockByteCount)
        if block.isEmpty { try file.read(offset / CheckedFile.blockByteCount, of: file.body, into: &block) }
        let end = min(block.count, start + output.freeCapacity)
        output.append(copying: block.span.extracting(start..<end))
        offset += Int64(end - start)
        if end == block.count { block.removeAll(keepingCapacity: true) }
      }
      return offset == file.size ? .end : .more
    }
  }
}

/// Writes a ``CheckedFile``. All calls block.
///
/// The files have no name until they are complete if the file system can do this. Otherwise, they are in a folder for
/// files that are being written, and locked.
struct CheckedFileWriter: Sendable {
  private let body: TemporaryFile
  private let sums: TemporaryFile
  private let folder: String
  private(set) var byteCount: Int64 = 0
  /// The checksum of the last block so far.
  private var sum: UInt32 = 0

  init(in folder: String, isUnnamed: Bool) throws(BodyError) {
    self.folder = folder
    (body, sums) = try BodyError.writing(folder) { () throws(SystemError) in
      (try Self.file(in: folder, isUnnamed), try Self.file(in: folder, isUnnamed))
    }
  }

  private static func file(in folder: String, _ isUnnamed: Bool) throws(SystemError) -> TemporaryFile {
    let file = try TemporaryFile(in: folder, orElse: .temporaryName, isUnnamed: isUnnamed, permissions: 0o600)
    // If another process has locked it, it has just removed it: the file cannot get its name.
    _ = try file.descriptor.claim()
    return file
  }

  /// Appends bytes.
  mutating func append(_ bytes: borrowing Span<UInt8>) throws(BodyError) {
    var start = 0
    while start < bytes.count {
      let used = Int(byteCount % CheckedFile.blockByteCount)
      if used == 0 { sum = 0 }
      let end = min(bytes.count, start + Int(CheckedFile.blockByteCount) - used)
      let piece = bytes.extracting(start..<end)
      sum = CRC32.checksum(of: piece, after: sum)
      let (offset, block) = (byteCount, byteCount / CheckedFile.blockByteCount)
      var text: [UInt8] = []
      text.append(number: sum)
      do throws(SystemError) {
        try body.descriptor.write(piece, at: offset)
        try sums.descriptor.write(text.span, at: block * 4)
      } catch {
        throw BodyError(.writeFailed, path: folder, systemError: error)
      }
      byteCount += Int64(end - start)
      start = end
    }
  }

  /// Gives the files their names. They are not flushed to the disk: look-ups check their sizes, and readers the blocks.
  func commit(to path: String) throws(BodyError) {
    try body.commit(to: DestinationPath(path), ifExists: .fail, flushing: .nothing)
    do throws(BodyError) {
      try sums.commit(
        to: DestinationPath(CheckedFile.sumsPath(of: path)), ifExists: .fail, flushing: .nothing)
    } catch {
      removeFile(path)
      throw error
    }
    body.descriptor.release()
    sums.descriptor.release()
  }
}
