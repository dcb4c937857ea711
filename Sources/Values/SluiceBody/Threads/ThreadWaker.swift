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
