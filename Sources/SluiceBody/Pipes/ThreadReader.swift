/// A reader that runs slow or waiting input on a thread of its own, at most 256 KiB and one block ahead of the
/// consumer.
package final class ThreadReader: BodyReader {
  /// The work of the thread: it writes bytes to the pipe until the end, and blocks only in calls that ringing the bell
  /// ends.
  typealias Work = @Sendable (_ pipe: BytePipe, _ bell: Bell) throws -> Void

  private let path: String?
  private let work: Work
  private let pipe = BytePipe()
  private var bell: Bell?

  /// Creates a reader that starts its thread at the first read.
  ///
  /// - Parameter path: The path of the file in errors, or `nil` if the body is not a file.
  init(path: String? = nil, _ work: @escaping Work) {
    self.path = path
    self.work = work
  }

  deinit {
    pipe.cancel()
    bell?.ring()
  }

  package func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
    if bell == nil { try start() }
    return try pipe.read(into: &output)
  }

  package func whenReadable(_ resume: @escaping @Sendable () -> Void) {
    pipe.whenReadable(resume)
  }

  private func start() throws(BodyError) {
    do {
      let bell = try Bell()
      try SystemThread { [pipe, work] in
        do {
          try work(pipe, bell)
          pipe.finish()
        } catch {
          pipe.finish(throwing: error)
        }
      }.detach()
      self.bell = bell
    } catch {
      throw BodyError(.readFailed, path: path, systemError: error)
    }
  }
}

extension BytePipe {
  /// Blocks until there is room for a write, or the consumer has canceled the pipe.
  ///
  /// - Returns: `false` if the consumer has canceled the pipe.
  func waitForRoom(wokenBy bell: Bell) throws(SystemError) -> Bool {
    whenWritable { bell.ring() }
    try bell.wait()
    return !isCancelled
  }
}

extension ThreadReader {
  /// Creates a reader that runs a source on a thread of its own. The source's reader is made at the first read.
  package convenience init(over source: any BodySource) {
    let pass = BodyPass(over: source)
    self.init { pipe, bell in
      var buffer: [UInt8] = []
      while try pipe.waitForRoom(wokenBy: bell) {
        buffer.removeAll(keepingCapacity: true)
        var outcome = BodyReadOutcome.end
        try buffer.append(addingCapacity: 64 * 1024) { outcome = try pass.read(into: &$0) }
        if !buffer.isEmpty { _ = pipe.write(buffer.span) }
        switch outcome {
        case .more: continue
        case .waiting:
          pass.whenReadable { bell.ring() }
          try bell.wait()
        case .end: return
        }
      }
    }
  }
}
