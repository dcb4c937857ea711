/// Reads a body on a thread of its own, at most 256 KiB and one block ahead of who asks.
package final class ThreadReader: BodyReader {
  private let pass: BodyPass
  private let pipe = BytePipe()
  private var bell: Bell?

  /// - Parameter source: whose reader is made at the first read.
  package init(over source: any BodySource) { pass = BodyPass(over: source) }

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
      try SystemThread { [pass, pipe] in copy(pass, to: pipe, wokenBy: bell) }.detach()
      self.bell = bell
    } catch {
      throw BodyError(.readFailed, systemError: error)
    }
  }
}

/// The reading thread's whole life. It blocks only where the bell can wake it.
private func copy(_ pass: BodyPass, to pipe: BytePipe, wokenBy bell: Bell) {
  do {
    var buffer: [UInt8] = []
    while true {
      pipe.whenWritable { bell.ring() }
      try bell.wait()
      if pipe.isCancelled { return }
      buffer.removeAll(keepingCapacity: true)
      var outcome = BodyReadOutcome.end
      try buffer.append(addingCapacity: 64 * 1024) { outcome = try pass.read(into: &$0) }
      if !buffer.isEmpty { _ = pipe.write(buffer.span) }
      switch outcome {
      case .more: continue
      case .waiting:
        pass.whenReadable { bell.ring() }
        try bell.wait()
      case .end: return pipe.finish()
      }
    }
  } catch {
    pipe.finish(throwing: error)
  }
}
