internal import Glibc
internal import Sluice

/// The input of a command, a file or standard input, which is read in blocks on the calling thread.
struct InputFile {
  private let descriptor: Descriptor
  private let name: String
  /// The status of a regular file when it was opened; `nil` for any other input. Some of the kernel's own files report
  /// a size of zero.
  private let first: FileStatus?

  /// Opens the input.
  ///
  /// - Parameters:
  ///   - path: The path of the file, or `nil` for standard input.
  ///   - mayGrow: Whether other processes may add lines to the file while it is read. Defaults to `false`.
  /// - Throws: ``Failure``, also if the file is standard output or standard error, as with `>> FILE`. The command would
  ///   read what it writes.
  init(_ path: String?, mayGrow: Bool = false) throws {
    name = path ?? "standard input"
    try checkOutputs([], reading: [path ?? "/dev/stdin"])
    do throws(SystemError) {
      descriptor = if let path { try .open(path, flags: O_RDONLY) } else { try .duplicate(STDIN_FILENO) }
    } catch {
      throw Failure(
        .inputMissing, error.isMissingFile ? "file-missing" : "file-unreadable", "\(name): \(error)")
    }
    let status = mayGrow ? nil : try? descriptor.status()
    first = status.flatMap { $0.kind == .regular && $0.byteCount > 0 ? $0 : nil }
  }

  /// Replaces the contents of a block with the result of one read.
  ///
  /// - Returns: Whether any bytes were read; `false` at the end of the input.
  /// - Throws: ``Failure``, at the end also if the file has changed since it was opened; `CancellationError` if the
  ///   task is cancelled, also while it waits for input.
  func read(into block: inout [UInt8], upTo count: Int) throws -> Bool {
    while try !isReadable(descriptor.rawValue, named: name, within: 100) { try Task.checkCancellation() }
    try Task.checkCancellation()
    block.removeAll(keepingCapacity: true)
    do throws(SystemError) {
      try block.append(addingCapacity: count) { output throws(SystemError) in
        try descriptor.read(into: &output)
      }
    } catch {
      throw Failure(.inputMissing, "read-failed", "\(name): \(error)")
    }
    if block.isEmpty, let first, (try? descriptor.status())?.hasSameContent(as: first) == false {
      throw Failure(.inputMissing, "changed", "\(name): it changed while it was read")
    }
    return !block.isEmpty
  }

  /// The maximum number of bytes that are read into memory: 1 GiB.
  private static let maximumByteCount = 1 << 30

  /// Reads the rest of the input into memory.
  ///
  /// - Throws: ``Failure`` with the code `input-too-large` for more than 1 GiB.
  func readAll() throws -> [UInt8] {
    var bytes: [UInt8] = []
    var block: [UInt8] = []
    while try read(into: &block, upTo: 64 << 10) {
      bytes += block
      if bytes.count > Self.maximumByteCount {
        throw Failure(.dataRefused, "input-too-large", "\(name) has more than \(Self.maximumByteCount) bytes")
      }
    }
    return bytes
  }
}

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
      throw Failure(.inputMissing, "file-shrank", "\(name): it became shorter while it was read")
    }
    offset += Int64(bytes.count - before)
  }
}
