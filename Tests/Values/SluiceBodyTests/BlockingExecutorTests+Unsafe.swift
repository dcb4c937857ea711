import Dispatch
import Glibc
import SluiceTestSupport
import Testing

@testable import SluiceBody

/// Jobs that block.
@Suite(.timeLimit(.minutes(5))) struct BlockingExecutorTests {
  /// With 1,000 of them, 256 threads block, and the other jobs wait.
  @Test func `1,000 jobs that block run while a gate is open, 256 at a time`() async {
    let (executor, gate) = (BlockingExecutor(), DispatchSemaphore(value: 0))
    let (begun, ended) = (Lock(0), Lock(0))
    let count = 1000
    for _ in 0..<count {
      Task(executorPreference: executor) {
        begun.withLock { $0 += 1 }
        _ = gate.waitPatiently()
        ended.withLock { $0 += 1 }
      }
    }
    #expect(await eventually { begun.withLock { $0 } == 256 })
    for _ in 0..<count { gate.signal() }
    #expect(await eventually { ended.withLock { $0 } == count })
    #expect(begun.withLock { $0 } == count)
  }

  /// A thread that does not block signals would end the process when it writes to a pipe without a reader.
  @Test func `150 bodies wait for the readers of their pipes, and fail without them`() async throws {
    let directory = try TemporaryDirectory()
    let paths = try (0..<150).map { try directory.fifo("fifo\($0)") }
    var readers = try paths.map { try Descriptor.open($0, flags: O_RDONLY | O_NONBLOCK) }
    let writers = try paths.map { try Descriptor.open($0, flags: O_WRONLY) }
    let body = BytesSource([UInt8](repeating: 0, count: 1 << 20))
    let writes = writers.map { writer in
      Task { try await body.write(toFileDescriptor: writer.rawValue) }
    }
    #expect(await eventually { readers.allSatisfy { unreadByteCount(of: $0) > 0 } })
    readers = []
    for write in writes {
      let error = await #expect(throws: BodyError.self) { try await write.value }
      #expect(error?.code == .writeFailed)
    }
  }

  private func unreadByteCount(of reader: Descriptor) -> CInt {
    var count: CInt = 0
    _ = unsafe ioctl(reader.rawValue, UInt(FIONREAD), &count)
    return count
  }
}
