import Glibc
import SluiceBody
import SluiceTestSupport

/// A terminal that nobody looks at, but this.
///
/// What is unsafe here is the call that makes it: it takes pointers to locals and none to what may be left out.
final class Terminal {
  /// What a program gets.
  let descriptor: Descriptor
  private let master: Descriptor

  init() throws {
    var ends: (master: CInt, terminal: CInt) = (-1, -1)
    guard unsafe openpty(&ends.master, &ends.terminal, nil, nil, nil) == 0 else {
      throw CallFailed(number: errno)
    }
    // Neither is any business of what another test starts meanwhile.
    _ = fcntl(ends.master, F_SETFD, FD_CLOEXEC)
    _ = fcntl(ends.terminal, F_SETFD, FD_CLOEXEC)
    master = Descriptor(owning: ends.master)
    descriptor = Descriptor(owning: ends.terminal)
  }

  /// What programs have written that have ended.
  func written() throws -> String {
    // For a moment it is on its way. What is written behind it comes behind it.
    let mark: [UInt8] = [0]
    try descriptor.write(mark.span)
    var bytes: [UInt8] = []
    while bytes.last != mark[0] {
      guard waitUntilReadable() else { throw CallFailed(number: ETIMEDOUT) }
      try bytes.append(addingCapacity: 4096) { output in try master.read(into: &output) }
    }
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }

  private func waitUntilReadable() -> Bool {
    var entry = pollfd(fd: master.rawValue, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, CInt(patience.components.seconds * 1000)) > 0
  }
}
