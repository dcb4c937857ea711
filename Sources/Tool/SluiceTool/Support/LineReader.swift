internal import Glibc
internal import Sluice

/// The lines of a file, which are read in blocks.
struct LineReader {
  /// The maximum number of bytes of a line.
  private static let maximumByteCount = 1 << 20
  private static let blockByteCount = 64 << 10

  private let descriptor: Descriptor
  private let name: String
  /// The number of bytes of the lines.
  private let byteCount: Int64
  /// The offset of the first byte that has not been read.
  private var offset: Int64 = 0
  /// Bytes that have been read, and the index of the first one that has not been returned.
  private var bytes: [UInt8] = []
  private var start = 0

  /// - Parameters:
  ///   - descriptor: The file.
  ///   - byteCount: The number of bytes to read.
  ///   - name: The name in messages.
  init(of descriptor: Descriptor, upTo byteCount: Int64, named name: String) {
    (self.descriptor, self.byteCount, self.name) = (descriptor, byteCount, name)
  }

  /// Returns the next line without its line feed, or `nil` after the last one. The last line need not have one.
  mutating func next() throws(Failure) -> ArraySlice<UInt8>? {
    var searched = start
    while true {
      if let end = bytes.span.firstIndex(of: UInt8(ascii: "\n"), from: searched) {
        defer { start = end + 1 }
        return bytes[start..<end]
      }
      searched = bytes.count - start
      guard searched <= Self.maximumByteCount else {
        throw Failure(
          .dataRefused, "invalid-line", "\(name): a line has more than \(Self.maximumByteCount) bytes")
      }
      bytes.removeSubrange(..<start)
      start = 0
      if offset == byteCount {
        defer { bytes = [] }
        return bytes.isEmpty ? nil : bytes[...]
      }
      try read()
    }
  }

  private mutating func read() throws(Failure) {
    let count = Int(min(byteCount - offset, Int64(Self.blockByteCount)))
    let before = bytes.count
    do throws(SystemError) {
      try bytes.append(addingCapacity: count) { [descriptor, offset] output throws(SystemError) in
        _ = try descriptor.read(into: &output, upTo: count, at: offset)
      }
    } catch {
      throw Failure(.inputMissing, "read-failed", "\(name): \(error)")
    }
    guard bytes.count > before else {
      throw Failure(.inputMissing, "file-shrank", "\(name): it has become shorter")
    }
    offset += Int64(bytes.count - before)
  }
}
