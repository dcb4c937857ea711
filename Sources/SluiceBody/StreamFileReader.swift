internal import Glibc

/// Reads what may keep a reader waiting (a FIFO, a device, standard input) on a thread of its own.
final class StreamFileReader: BodyReader {
  private let path: String
  private let pipe = BytePipe()
  private var bell: Bell?

  init(path: String) { self.path = path }

  deinit {
    pipe.cancel()
    bell?.ring()
  }

  func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
    if bell == nil { try start() }
    return try pipe.read(into: &output)
  }

  func whenReadable(_ resume: @escaping @Sendable () -> Void) {
    pipe.whenReadable(resume)
  }

  private func start() throws(BodyError) {
    do {
      let bell = try Bell()
      try SystemThread { [path, pipe] in copy(fileAt: path, to: pipe, wokenBy: bell) }.detach()
      self.bell = bell
    } catch {
      throw BodyError(.readFailed, path: path, systemError: error)
    }
  }
}

/// The reading thread's whole life. It blocks only where the bell can wake it.
private func copy(fileAt path: String, to pipe: BytePipe, wokenBy bell: Bell) {
  do {
    // Opened without waiting for a FIFO's writer: that is for the wait below.
    let descriptor =
      path == FileSource.standardInputPath
      ? try Descriptor.duplicate(STDIN_FILENO)
      : try Descriptor.open(path, flags: O_RDONLY | O_NONBLOCK)
    var buffer: [UInt8] = []
    while true {
      pipe.whenWritable { bell.ring() }
      try bell.wait()
      if pipe.isCancelled { return }
      guard try bell.wait(orReadable: descriptor.rawValue) else { return }
      buffer.removeAll(keepingCapacity: true)
      do {
        try buffer.append(addingCapacity: 64 * 1024) { output throws(SystemError) in
          try descriptor.read(into: &output)
        }
      } catch  where error.number == EAGAIN {
        continue
      }
      if buffer.isEmpty { return pipe.finish() }
      _ = pipe.write(buffer.span)
    }
  } catch {
    let code: BodyError.Code = error.isMissingFile ? .fileVanished : .readFailed
    pipe.finish(throwing: BodyError(code, path: path, systemError: error))
  }
}
