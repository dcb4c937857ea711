import FoundationEssentials
import Glibc
import SluiceBody
import SluiceTestSupport

/// A pseudoterminal, for the output of a program, or as the terminal of its session.
///
/// SAFETY: the system takes pointers to locals, which it uses only during the call, and `nil` for optional arguments.
final class Terminal {
  /// The end that a program gets.
  let descriptor: Descriptor
  private let master: Descriptor

  init() throws {
    var ends: (master: CInt, terminal: CInt) = (-1, -1)
    guard unsafe openpty(&ends.master, &ends.terminal, nil, nil, nil) == 0 else {
      throw CallFailed(number: errno)
    }
    // A program that another test starts at the same time inherits neither end.
    _ = fcntl(ends.master, F_SETFD, FD_CLOEXEC)
    _ = fcntl(ends.terminal, F_SETFD, FD_CLOEXEC)
    master = Descriptor(owning: ends.master)
    descriptor = Descriptor(owning: ends.terminal)
  }

  /// Returns the output of programs that have ended.
  func written() throws -> String {
    // Output takes a moment to arrive. A mark that is written after it also arrives after it.
    let mark: [UInt8] = [0]
    try descriptor.write(mark.span)
    var bytes: [UInt8] = []
    while bytes.last != mark[0] {
      guard waitUntilReadable() else { throw CallFailed(number: ETIMEDOUT) }
      try bytes.append(addingCapacity: 4096) { output in try master.read(into: &output) }
    }
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }

  /// Waits until programs have written a text.
  ///
  /// - Returns: Everything written up to then; `nil` if the time is up before.
  func written(upTo text: String) throws -> String? {
    var bytes: [UInt8] = []
    while !String(decoding: bytes, as: UTF8.self).contains(text) {
      guard waitUntilReadable() else { return nil }
      try bytes.append(addingCapacity: 4096) { output in try master.read(into: &output) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Types a text, as a person does.
  func type(_ text: String) throws { try master.write(Array(text.utf8).span) }

  /// The path with which a program opens the terminal.
  var path: String {
    get throws {
      try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor.rawValue)")
    }
  }

  /// Whether the terminal shows what is typed.
  var echoes: Bool {
    var settings = termios()
    return unsafe tcgetattr(descriptor.rawValue, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
  }

  private func waitUntilReadable() -> Bool {
    var entry = pollfd(fd: master.rawValue, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, CInt(patience.components.seconds * 1000)) > 0
  }
}
