internal import Glibc

/// A reader of a FIFO, a device or standard input, any of which may be silent for a long time. Its thread reads at most
/// 256 KiB and one block ahead of the consumer.
final class StreamReader: BodyReader {
  private let path: String
  private let pipe = BytePipe()
  private var waker: ThreadWaker?

  /// Creates a reader that starts its thread at the first read.
  init(of path: String) { self.path = path }

  deinit {
    pipe.cancel()
    waker?.wake()
  }

  func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
    if waker == nil { try start() }
    return try pipe.read(into: &output)
  }

  func whenReadable(_ resume: @escaping @Sendable () -> Void) {
    pipe.whenReadable(resume)
  }

  private func start() throws(BodyError) {
    do throws(SystemError) {
      let waker = try ThreadWaker()
      try SystemThread { [path, pipe] in
        do throws(SystemError) {
          let isUnchanged = try copy(path, to: pipe, wokenBy: waker)
          pipe.finish(throwing: isUnchanged ? nil : BodyError(.changed, path: path))
        } catch {
          pipe.finish(
            throwing: BodyError(
              error.isMissingFile ? .fileVanished : .readFailed, path: path, systemError: error))
        }
      }.detach()
      self.waker = waker
    } catch {
      throw BodyError(.readFailed, path: path, systemError: error)
    }
  }
}

/// - Returns: `false` if standard input is a regular file that has changed since its first byte was read.
private func copy(
  _ path: String, to pipe: BytePipe, wokenBy waker: ThreadWaker
) throws(SystemError) -> Bool {
  // Opening a FIFO that has no writer does not block. The loop below waits for one, in a call that the waker can end.
  let descriptor =
    path == FileSource.standardInputPath
    ? try Descriptor.duplicate(STDIN_FILENO)
    : try Descriptor.open(path, flags: O_RDONLY | O_NONBLOCK)
  let first = try descriptor.status()
  var buffer: [UInt8] = []
  while true {
    pipe.whenWritable { waker.wake() }
    try waker.wait()
    guard pipe.readiness != .cancelled, try waker.wait(orReadable: descriptor.rawValue) else { return true }
    buffer.removeAll(keepingCapacity: true)
    do {
      try buffer.append(addingCapacity: 64 * 1024) { output throws(SystemError) in
        try descriptor.read(into: &output)
      }
    } catch  where error.number == EAGAIN {
      continue
    }
    if buffer.isEmpty {
      if first.kind != .regular { return true }
      return try descriptor.status().hasSameContent(as: first)
    }
    _ = pipe.write(buffer.span)
  }
}

/// Wakes a thread that waits for a descriptor. Calls of ``wake()`` before the thread waits count as one.
final class ThreadWaker: Sendable {
  private let ends: (reading: Descriptor, writing: Descriptor)

  init() throws(SystemError) {
    ends = try Descriptor.pair()
  }

  /// Wakes the waiting thread, or the next one that waits.
  func wake() {
    // If the socket's buffer is full, a byte is already there.
    ends.writing.writeByteIfRoom()
  }

  /// Blocks until ``wake()`` is called, and forgets all calls.
  func wait() throws(SystemError) {
    _ = try waitUntilReadable(ends.reading.rawValue)
    var count = 64
    while count == 64 {
      count = (try? [UInt8](capacity: 64) { bytes in _ = try ends.reading.read(into: &bytes) })?.count ?? 0
    }
  }

  /// Blocks until `descriptor` is readable or ``wake()`` is called, which a later wait returns for, too.
  ///
  /// - Returns: `false` if ``wake()`` was called.
  func wait(orReadable descriptor: CInt) throws(SystemError) -> Bool {
    try waitUntilReadable(ends.reading.rawValue, descriptor)[0] == false
  }
}
