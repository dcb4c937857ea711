import Glibc
import SluiceBody

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

  /// What has been written so far, at most 64 KiB.
  func written() throws -> String {
    guard try waitUntilReadable(master.rawValue, atMost: 0) else { return "" }
    let bytes = try [UInt8](capacity: 64 * 1024) { output in try master.read(into: &output) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func waitUntilReadable(_ descriptor: CInt, atMost milliseconds: CInt) throws -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, milliseconds) > 0
  }
}
