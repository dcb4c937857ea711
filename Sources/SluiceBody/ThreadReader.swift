/// Reads on a thread of its own what takes long or keeps a reader waiting, at most 256 KiB and one block ahead of who
/// asks.
package final class ThreadReader: BodyReader {
  /// The thread's whole life: it brings bytes into the pipe, and blocks only where the bell can wake it.
  typealias Work = @Sendable (_ pipe: BytePipe, _ bell: Bell) throws -> Void

  private let path: String?
  private let work: Work
  private let pipe = BytePipe()
  private var bell: Bell?

  /// - Parameter path: what an error calls the body, where it is a file.
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
  /// Waits until there is room for a block. False if the consumer has gone.
  func waitForRoom(wokenBy bell: Bell) throws(SystemError) -> Bool {
    whenWritable { bell.ring() }
    try bell.wait()
    return !isCancelled
  }
}

extension ThreadReader {
  /// - Parameter source: whose reader is made at the first read.
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
