internal import SluiceBody
internal import SluiceGzip

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
