internal import Glibc
internal import Sluice
internal import SluiceSupport
internal import Synchronization

/// A question for a password on the terminal of the process, whatever its standard descriptors are. The terminal shows
/// no character that is typed.
///
/// SAFETY: the pointers passed to the system point to local variables, and are used only during the call.
enum PasswordPrompt {
  /// The settings to restore, or `nil` if no question is open.
  private static let original = Mutex<(terminal: Descriptor, settings: termios)?>(nil)

  /// Asks for the password of a user.
  ///
  /// - Throws: ``Failure`` if the process has no terminal, or the terminal ends; `CancellationError`.
  static func password(of user: String) throws -> String {
    let terminal = try open(for: user)
    defer { restore() }
    try hideTyping(on: terminal)
    let question = "Password for \(user.escapingControls): "
    try writeAll(Array(question.utf8), to: terminal.rawValue, named: "terminal")
    return try answer(on: terminal)
  }

  /// Makes the terminal show again what is typed. Without an open question, this does nothing.
  static func restore() {
    original.withLock { original in
      guard let (terminal, settings) = original.take() else { return }
      var saved = settings
      _ = unsafe tcsetattr(terminal.rawValue, TCSAFLUSH, &saved)
    }
  }

  private static func open(for user: String) throws(Failure) -> Descriptor {
    do throws(SystemError) {
      return try .open("/dev/tty", flags: O_RDWR | O_NOCTTY)
    } catch {
      throw Failure(
        .usage, "usage",
        "-u has no password, and there is no terminal to ask for one: use USER:PASSWORD or @FILE")
    }
  }

  private static func hideTyping(on terminal: Descriptor) throws(Failure) {
    var settings = termios()
    guard unsafe tcgetattr(terminal.rawValue, &settings) == 0 else { throw .system("terminal", "/dev/tty") }
    original.withLock { $0 = (terminal, settings) }
    settings.c_lflag &= ~tcflag_t(ECHO)
    settings.c_lflag |= tcflag_t(ICANON | ECHONL | ISIG)
    // Neither key can be handled here, and each would leave the terminal as it is. Control-C can.
    unsafe withUnsafeMutableBytes(of: &settings.c_cc) { keys in
      for key in [VSUSP, VQUIT] where keys.indices.contains(Int(key)) { unsafe keys[Int(key)] = 0 }
    }
    guard unsafe tcsetattr(terminal.rawValue, TCSAFLUSH, &settings) == 0 else {
      throw .system("terminal", "/dev/tty")
    }
  }

  private static func answer(on terminal: Descriptor) throws -> String {
    var line: [UInt8] = []
    while line.last != UInt8(ascii: "\n") {
      while try !isReadable(terminal.rawValue, named: "the terminal", within: 100) {
        try Task.checkCancellation()
      }
      try Task.checkCancellation()
      var count = 0
      do throws(SystemError) {
        try line.append(addingCapacity: 4096) { output throws(SystemError) in
          count = try terminal.read(into: &output)
        }
      } catch {
        throw Failure(.inputMissing, "read-failed", "/dev/tty: \(error)")
      }
      if count == 0 {
        if line.isEmpty { throw Failure(.usage, "usage", "no password was typed") }
        break
      }
    }
    if line.last == UInt8(ascii: "\n") { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
  }
}
