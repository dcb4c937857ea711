internal import Glibc
internal import Sluice

/// The results of a command that can be repeated: standard output, or a file that grows by a line for each result. The
/// first line is a `ResultsHeader`.
///
/// Any other file is refused, and stays as it is. What a process that was stopped has left of a line is removed.
final class ResultsFile: Sendable {
  private let file: (descriptor: Descriptor, name: String)?
  private let isSynchronized: Bool
  /// The size of the file.
  private let end: Lock<Int64>

  /// The whole lines that a file has, of which the first one is the header.
  struct Lines {
    fileprivate let descriptor: Descriptor
    fileprivate let byteCount: Int64

    /// All lines, in memory.
    var bytes: [UInt8] {
      get throws { try descriptor.content(upTo: Int(byteCount)) }
    }

    /// A reader of the lines.
    func reader(named name: String) -> LineReader { LineReader(of: descriptor, upTo: byteCount, named: name) }
  }

  /// - Parameters:
  ///   - path: The path of the file, or `nil` for standard output.
  ///   - header: The first line.
  ///   - isSynchronized: Whether a line is on the disk when ``add(_:)`` returns. Otherwise, it survives the end of the
  ///     process, but not a power failure. Defaults to `true`.
  ///   - read: Reads the lines of a file that has some. After an error, the file stays as it is.
  init(
    _ path: String?, _ header: ResultsHeader, isSynchronized: Bool = true,
    reading read: (Lines) throws -> Void
  ) throws {
    self.isSynchronized = isSynchronized
    guard let path else {
      (file, end) = (nil, Lock(0))
      try OutputFile(nil).write(JSON.Value(parsing: header.line).line)
      return
    }
    do {
      let (descriptor, isNew) = try Self.open(path)
      guard try descriptor.status().kind == .regular else { throw Self.refusal(of: path) }
      guard try descriptor.claim(byteAt: 0) else {
        throw Failure(.inputOutput, "file-in-use", "\(path): another process is adding to it")
      }
      if try descriptor.status().byteCount == 0 {
        let line = try header.line
        do throws(SystemError) {
          try descriptor.write(line.span, at: 0)
        } catch {
          // A part of a header would not be recognized.
          try? descriptor.resize(to: 0)
          if isNew { descriptor.removeName(path) }
          throw error
        }
        (file, end) = ((descriptor, path), Lock(Int64(line.count)))
        return
      }
      let lines = Lines(descriptor: descriptor, byteCount: try Self.lineByteCount(of: descriptor))
      try Self.check(lines, have: header, path)
      try Self.naming(path) { try read(lines) }
      try descriptor.resize(to: lines.byteCount)
      (file, end) = ((descriptor, path), Lock(lines.byteCount))
    } catch let error as SystemError {
      throw Failure.writing(path, error)
    }
  }

  private static func open(_ path: String) throws(SystemError) -> (Descriptor, isNew: Bool) {
    do throws(SystemError) {
      return (try .create(path, flags: O_RDWR), true)
    } catch {
      guard error.number == EEXIST else { throw error }
      // Opening a FIFO must not wait for its other side.
      return (try .open(path, flags: O_RDWR | O_NONBLOCK), false)
    }
  }

  /// Checks that a file begins with a header, and that all headers are the same. They follow each other in results that
  /// were joined.
  private static func check(_ lines: Lines, have expected: ResultsHeader, _ path: String) throws {
    var reader = lines.reader(named: path)
    var first: ResultsHeader?
    do throws(Failure) {
      first = try reader.next().flatMap { ResultsHeader(line: $0) }
    } catch {
      // A line that is longer than any of results.
      guard error.code == "invalid-line" else { throw error }
    }
    guard let header = first else { throw refusal(of: path) }
    try naming(path) { try header.check(is: expected) }
    while let line = try reader.next() {
      if let header = ResultsHeader(line: line) { try naming(path) { try header.check(is: expected) } }
    }
  }

  private static func refusal(of path: String) -> Failure {
    Failure(.inputOutput, "file-exists", "\(path) contains something other than results, and was not changed")
  }

  /// Returns the number of bytes up to the last line feed.
  private static func lineByteCount(of descriptor: Descriptor) throws(SystemError) -> Int64 {
    var end = try descriptor.status().byteCount
    var block: [UInt8] = []
    while end > 0 {
      let start = max(0, end - 64 << 10)
      block.removeAll(keepingCapacity: true)
      try descriptor.read(into: &block, count: Int(end - start), at: start)
      if let last = block.lastIndex(of: UInt8(ascii: "\n")) { return start + Int64(last) + 1 }
      end = start
    }
    return 0
  }

  /// Returns the results of several files.
  ///
  /// - Parameters:
  ///   - paths: The paths.
  ///   - header: The first line of each, with any target, or with the same one as the others.
  ///   - parse: Parses the lines.
  static func all<Result>(
    in paths: [String], _ header: ResultsHeader, parsing parse: ([UInt8]) throws(SessionError) -> [Result]
  ) throws -> [Result] {
    var header = header
    return try paths.flatMap { path in
      let lines = try InputFile(path, mayGrow: true).readAll()
      return try naming(path) {
        try ResultsHeader.check(in: lines, areLike: &header)
        return try parse(lines)
      }
    }
  }

  /// Adds the path of a file to the error of a malformed line.
  private static func naming<Value>(_ path: String, _ parse: () throws -> Value) throws -> Value {
    do {
      return try parse()
    } catch let error as SessionError {
      throw Failure(.dataRefused, "\(error.code)", "\(path): \(error.message)")
    }
  }

  /// Adds a line of JSON, with its line feed. A file that has lost its name is an error, because the line would be
  /// lost.
  func add(_ line: [UInt8]) async throws {
    // Without characters that a terminal obeys.
    guard file != nil else { return try OutputFile(nil).write(JSON.Value(parsing: line).line) }
    try await write(line, flushing: isSynchronized)
  }

  /// Flushes all lines to the disk.
  func synchronize() async throws { try await write([], flushing: true) }

  private func write(_ line: [UInt8], flushing: Bool) async throws {
    guard let file else { return }
    try await withTaskExecutorPreference(BlockingExecutor.shared) {
      let (isNamed, isWhole): (Bool, Bool)
      do throws(SystemError) {
        let inode: UInt64
        (inode, isWhole) = try end.withLock { end throws(SystemError) in
          let status = try file.descriptor.status()
          // The line would follow a hole.
          guard status.byteCount >= end else { return (status.inode, false) }
          try file.descriptor.write(line.span, at: end)
          end += Int64(line.count)
          return (status.inode, true)
        }
        if flushing { try file.descriptor.synchronize() }
        isNamed = try FileStatus(ifExistsAt: file.name)?.inode == inode
      } catch {
        throw Failure.writing(file.name, error)
      }
      if !isNamed || !isWhole {
        let what = isWhole ? "removed or replaced" : "truncated"
        throw Failure(.inputOutput, "write-failed", "\(file.name): it was \(what) meanwhile")
      }
    }
  }
}
