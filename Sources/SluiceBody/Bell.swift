/// Wakes a thread that waits for a descriptor. Rings that nobody has waited for yet count as one.
final class Bell: Sendable {
  private let ends: (reading: Descriptor, writing: Descriptor)

  init() throws(SystemError) {
    ends = try Descriptor.pair()
  }

  func ring() {
    // Without room the bell has rung already.
    ends.writing.writeByteIfRoom()
  }

  /// Waits for a ring.
  func wait() throws(SystemError) {
    _ = try waitUntilReadable(ends.reading.rawValue)
    var count = 64
    while count == 64 {
      count = (try? [UInt8](capacity: 64) { rings in _ = try ends.reading.read(into: &rings) })?.count ?? 0
    }
  }

  /// Waits until there is something to read from `descriptor`. False if the bell rang first.
  func wait(orReadable descriptor: CInt) throws(SystemError) -> Bool {
    try waitUntilReadable(ends.reading.rawValue, descriptor)[0] == false
  }
}
