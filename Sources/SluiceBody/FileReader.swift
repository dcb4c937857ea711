internal import Glibc

/// The part of a regular file that a source announced.
struct FileSlice: Sendable {
  let path: String
  let range: Range<Int64>
  /// Whether the range is meant to be all of the file, so that bytes behind it are an error.
  let isWhole: Bool

  var byteCount: Int64 { range.upperBound - range.lowerBound }
}

/// Reads a regular file's slice straight into its consumer's buffer.
final class FileReader: BodyReader {
  private let slice: FileSlice
  private var offset: Int64
  private var descriptor: Descriptor?
  private var hasEnded = false

  init(_ slice: FileSlice) {
    self.slice = slice
    offset = slice.range.lowerBound
  }

  func read(into output: inout OutputSpan<UInt8>) throws(BodyError) -> BodyReadOutcome {
    if hasEnded { return .end }
    let descriptor = if let open = self.descriptor { open } else { try open() }
    self.descriptor = descriptor
    if offset < slice.range.upperBound, !output.isFull {
      let limit = Int(min(slice.range.upperBound - offset, Int64(output.freeCapacity)))
      let count: Int
      do {
        count = try descriptor.read(into: &output, upTo: limit, at: offset)
      } catch {
        throw BodyError(.readFailed, path: slice.path, systemError: error)
      }
      if count == 0 { throw changed(to: min(size(of: descriptor), offset)) }
      offset += Int64(count)
    }
    if offset < slice.range.upperBound { return .more }
    if slice.isWhole, descriptor.hasByte(at: offset) {
      throw changed(to: max(size(of: descriptor), offset + 1))
    }
    self.descriptor = nil
    hasEnded = true
    return .end
  }

  private func open() throws(BodyError) -> Descriptor {
    let descriptor: Descriptor
    let status: FileStatus
    do {
      // A FIFO that took the file's place must not block.
      descriptor = try Descriptor.open(slice.path, flags: O_RDONLY | O_NONBLOCK)
      status = try descriptor.status()
    } catch {
      // ENXIO: a socket took its place.
      let hasVanished = error.isMissingFile || error.number == ENXIO
      throw BodyError(
        hasVanished ? .fileVanished : .fileUnreadable, path: slice.path, expected: slice.byteCount,
        systemError: error)
    }
    guard status.kind == .regular else {
      throw BodyError(.fileVanished, path: slice.path, expected: slice.byteCount)
    }
    if status.byteCount < slice.range.upperBound || (slice.isWhole && status.byteCount != slice.byteCount) {
      throw changed(to: status.byteCount)
    }
    posix_fadvise(
      descriptor.rawValue, off_t(slice.range.lowerBound), off_t(slice.byteCount), POSIX_FADV_SEQUENTIAL)
    return descriptor
  }

  /// What the file's status says, to which some of the kernel's own files do not keep.
  private func size(of descriptor: Descriptor) -> Int64 {
    (try? descriptor.status())?.byteCount ?? offset
  }

  private func changed(to size: Int64) -> BodyError {
    let needed = slice.isWhole ? slice.byteCount : slice.range.upperBound
    return BodyError(
      size < needed ? .fileShrank : .fileGrew, path: slice.path, expected: needed, actual: size)
  }
}
