internal import Glibc

extension ThreadReader {
  /// Creates a reader of a FIFO, a device or standard input, any of which may make a reader wait.
  convenience init(ofStreamAt path: String) {
    self.init(path: path) { pipe, bell in
      do throws(SystemError) {
        try copy(streamAt: path, to: pipe, wokenBy: bell)
      } catch {
        throw BodyError(error.isMissingFile ? .fileVanished : .readFailed, path: path, systemError: error)
      }
    }
  }
}

private func copy(streamAt path: String, to pipe: BytePipe, wokenBy bell: Bell) throws(SystemError) {
  // Opening a FIFO that has no writer does not block. The loop below waits for one, in a call that the bell can end.
  let descriptor =
    path == FileSource.standardInputPath
    ? try Descriptor.duplicate(STDIN_FILENO)
    : try Descriptor.open(path, flags: O_RDONLY | O_NONBLOCK)
  var buffer: [UInt8] = []
  while try pipe.waitForRoom(wokenBy: bell), try bell.wait(orReadable: descriptor.rawValue) {
    buffer.removeAll(keepingCapacity: true)
    do {
      try buffer.append(addingCapacity: 64 * 1024) { output throws(SystemError) in
        try descriptor.read(into: &output)
      }
    } catch  where error.number == EAGAIN {
      continue
    }
    if buffer.isEmpty { return }
    _ = pipe.write(buffer.span)
  }
}
