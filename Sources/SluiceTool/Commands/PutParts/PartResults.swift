internal import Glibc
internal import Sluice

/// The results of `sluice put-parts send`: standard output, or a file that grows by a line for each part.
///
/// A line is on the disk before the next part is sent in its place. What a process that was stopped has left of a line
/// is removed.
final class PartResults: Sendable {
  /// The parts that the file had.
  let earlier: [UploadedPart]
  private let file: (descriptor: Descriptor, name: String)?
  /// The size of the file.
  private let end: Lock<Int64>

  /// - Parameter path: The path of the file, or `nil` for standard output.
  init(_ path: String?) throws {
    guard let path else {
      (earlier, file, end) = ([], nil, Lock(0))
      return
    }
    do {
      let descriptor = try Self.open(path)
      guard try descriptor.claim(byteAt: 0) else {
        throw Failure(.inputOutput, "file-in-use", "\(path): another process adds to it")
      }
      let content = try descriptor.content(upTo: .max)
      let byteCount = content.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      do {
        earlier = try UploadedPart.parts(parsing: Array(content[..<byteCount]))
      } catch {
        throw Failure(.dataRefused, "\(error.code)", "\(path): \(error.message)")
      }
      try descriptor.resize(to: Int64(byteCount))
      (file, end) = ((descriptor, path), Lock(Int64(byteCount)))
    } catch let error as SystemError {
      throw Failure(.inputOutput, "write-failed", "\(path): \(error)")
    }
  }

  private static func open(_ path: String) throws(SystemError) -> Descriptor {
    do throws(SystemError) {
      return try .create(path, flags: O_RDWR)
    } catch {
      guard error.number == EEXIST else { throw error }
      return try .open(path, flags: O_RDWR)
    }
  }

  /// Adds a part.
  func add(_ part: UploadedPart) async throws {
    guard let file else { return try OutputFile(nil).write(part.printedLine) }
    let line = try part.jsonLine
    try await withTaskExecutorPreference(BlockingExecutor.shared) {
      do throws(SystemError) {
        try end.withLock { end throws(SystemError) in
          try file.descriptor.write(line.span, at: end)
          end += Int64(line.count)
        }
        try file.descriptor.synchronize()
      } catch {
        throw Failure(.inputOutput, "write-failed", "\(file.name): \(error)")
      }
    }
  }
}
