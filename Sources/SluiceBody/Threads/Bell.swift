/// A wake-up signal for a thread that waits for a descriptor. Rings that arrive before the thread waits are merged into
/// one.
final class Bell: Sendable {
  private let ends: (reading: Descriptor, writing: Descriptor)

  init() throws(SystemError) {
    ends = try Descriptor.pair()
  }

  /// Wakes the waiting thread, or the next one that waits.
  func ring() {
    // If the socket's buffer is full, a ring is already pending.
    ends.writing.writeByteIfRoom()
  }

  /// Blocks until the bell rings, then clears all pending rings.
  func wait() throws(SystemError) {
    _ = try waitUntilReadable(ends.reading.rawValue)
    var count = 64
    while count == 64 {
      count = (try? [UInt8](capacity: 64) { rings in _ = try ends.reading.read(into: &rings) })?.count ?? 0
    }
  }

  /// Blocks until `descriptor` is readable or the bell rings. A ring stays pending.
  ///
  /// - Returns: `false` if the bell has rung.
  func wait(orReadable descriptor: CInt) throws(SystemError) -> Bool {
    try waitUntilReadable(ends.reading.rawValue, descriptor)[0] == false
  }
}
