internal import Glibc
package import Sluice
internal import SluiceSupport

// The few system calls that the tool makes itself.
//
// SAFETY: the pointers passed to the system point to local variables, or are C strings that live during the call. They
// are passed with the size of that memory if the call needs one, and the system uses them only during the call.
// Pointers from the system (`strerror`) are copied immediately.

/// Writes a line to standard error, or another descriptor. Characters that a terminal would obey are escaped, because a
/// line may contain text of a peer.
package func printError(_ line: String, on descriptor: CInt = STDERR_FILENO) {
  _ = try? writeAll(Array("\(line.escapingControls)\n".utf8), to: descriptor, named: "standard error")
}

/// Writes all bytes to a descriptor.
///
/// - Parameters:
///   - bytes: The bytes.
///   - descriptor: The descriptor.
///   - name: The name of the output in an error message.
/// - Throws: ``Failure`` with the code `write-failed`.
func writeAll(_ bytes: [UInt8], to descriptor: CInt, named name: String) throws(Failure) {
  try writeAll(bytes.span, to: descriptor, named: name)
}

/// Writes all bytes of a span to a descriptor.
func writeAll(_ bytes: Span<UInt8>, to descriptor: CInt, named name: String) throws(Failure) {
  do throws(SystemError) {
    try writeAll(of: bytes, to: descriptor)
  } catch {
    throw Failure.writing(name, error)
  }
}

extension Failure {
  /// Returns the failure of an output, with its name in the message.
  package static func writing(_ name: String, _ error: SystemError) -> Failure {
    var failure = Failure(.inputOutput, "write-failed", "\(name): \(error)")
    failure.isBrokenPipe = error.number == EPIPE
    return failure
  }

  /// Returns the failure of the last system call, based on `errno`, with a path in its message.
  package static func system(_ code: String, _ path: String, _ status: Status = .inputOutput) -> Failure {
    let reason = unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
    return Failure(status, code, "\(path): \(reason)")
  }
}

/// Waits until a descriptor is readable or at its end, and returns whether it is within the given time.
///
/// - Parameter name: The name of the input in messages.
func isReadable(_ descriptor: CInt, named name: String, within milliseconds: CInt) throws(Failure) -> Bool {
  var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  let count = unsafe poll(&entry, 1, milliseconds)
  if count < 0, errno != EINTR { throw .system("read-failed", name, .inputMissing) }
  return count > 0
}

/// Checks that a file is readable, before it is opened later.
///
/// - Throws: ``Failure`` with the code `file-unreadable`.
func checkReadable(_ path: String) throws(Failure) {
  if unsafe access(path, R_OK) != 0 { throw .system("file-unreadable", path, .inputMissing) }
}

/// Opens `/dev/null` for each closed standard descriptor, so that no file gets its number.
///
/// It is opened in the wrong direction, so that using the descriptor remains an error.
func fillStandardDescriptors() {
  for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
    _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
  }
}

/// Returns whether the process was started with a signal ignored, as by `nohup`.
func isIgnored(_ signal: CInt) -> Bool {
  var action = sigaction()
  unsafe sigaction(signal, nil, &action)
  let address = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
  return unsafe address == unsafeBitCast(SIG_IGN, to: Int.self)
}

/// Returns whether a path exists and is not a regular file.
func isSpecialFile(_ path: String) -> Bool {
  var status = stat()
  return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
}

/// Returns whether a path names a regular file.
package func isRegularFile(_ path: String) -> Bool {
  var status = stat()
  return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}

/// What identifies a file, whatever its names and the links to it are.
struct FileNumber: Hashable {
  private let device: UInt64
  private let inode: UInt64

  /// The result is `nil` if the path does not name a regular file.
  init?(of path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(status)
  }

  /// The result is `nil` if the path does not name a FIFO or a pipe.
  init?(ofPipe path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
    self.init(status)
  }

  /// The result is `nil` unless the path names a stream, which can be read only once: a pipe, a FIFO, a socket or
  /// a terminal, but not a device of the memory, such as `/dev/null`, `/dev/zero` and `/dev/urandom`.
  init?(ofStream path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    let memoryDevices: UInt64 = 1
    switch status.st_mode & S_IFMT {
    case S_IFIFO, S_IFSOCK: self.init(status)
    case S_IFCHR where UInt64(status.st_rdev) >> 8 != memoryDevices: self.init(status)
    default: return nil
    }
  }

  private init(_ status: stat) {
    (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
  }
}

/// Blocks the signals that are not ignored, in this thread and in all that are created from now on, and returns them.
func block(_ numbers: [CInt]) -> sigset_t {
  var signals = sigset_t()
  unsafe sigemptyset(&signals)
  for number in numbers where !isIgnored(number) { unsafe sigaddset(&signals, number) }
  unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
  return signals
}

/// Waits for one of the signals, which must be blocked, and returns its number.
func wait(for signals: sigset_t) -> CInt {
  var signals = signals
  var number: CInt = 0
  while unsafe sigwait(&signals, &number) != 0 {}
  return number
}

/// Waits for one of the signals, which must be blocked, and returns its number, or `nil` at a time.
func wait(for signals: sigset_t, until deadline: ContinuousClock.Instant) -> CInt? {
  var signals = signals
  while true {
    let left = max(.zero, deadline - .now).components
    var limit = timespec(tv_sec: Int(left.seconds), tv_nsec: Int(left.attoseconds / 1_000_000_000))
    let number = unsafe sigtimedwait(&signals, nil, &limit)
    if number > 0 { return number }
    // The end of a child process interrupts the wait, too.
    if errno != EINTR { return nil }
  }
}

extension CommandLine {
  /// The index of the first argument that is not UTF-8, or `nil` if all are.
  ///
  /// Swift replaces invalid bytes. Such an argument would name another file, or send other data.
  static var changedArgument: Int? {
    zip(1..., arguments.dropFirst()).first { position, argument in
      unsafe unsafeArgv[position].map { unsafe strcmp($0, argument) } != 0
    }?.0
  }
}

/// Returns whether a descriptor is a terminal.
func isTerminal(_ descriptor: CInt) -> Bool { isatty(descriptor) == 1 }

/// Returns the number of columns of a terminal, or `nil` if the descriptor is not a terminal, or the number is unknown.
func terminalWidth(_ descriptor: CInt) -> Int? {
  var size = winsize()
  guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
  return Int(size.ws_col)
}

/// Creates a folder, unless it exists.
///
/// - Throws: ``Failure`` with the code `write-failed`.
package func makeFolder(_ path: String) throws(Failure) {
  if unsafe mkdir(path, 0o777) != 0, errno != EEXIST { throw .system("write-failed", path) }
}

/// Creates a file with a unique name in the session's default folder for temporary files.
///
/// - Returns: A descriptor for reading and writing, which the caller closes, and the path.
/// - Throws: ``Failure`` with the code `temporary-file`.
func makeTemporaryFile(prefix: String) throws(Failure) -> (descriptor: CInt, path: String) {
  var template = Array("\(Session.Configuration().temporaryFolder)/\(prefix)XXXXXX".utf8CString)
  let descriptor = unsafe mkstemp(&template)
  let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  if descriptor < 0 { throw .system("temporary-file", path) }
  return (descriptor, path)
}

/// Returns the peak memory of this process in bytes, or `nil` if unknown.
///
/// `getrusage` is not used, because it includes the process before `exec`.
package func peakMemory() -> Int64? {
  guard let file = unsafe fopen("/proc/self/status", "r") else { return nil }
  defer { unsafe fclose(file) }
  var buffer = [UInt8](repeating: 0, count: 16 * 1024)
  let count = unsafe fread(&buffer, 1, buffer.count, file)
  return String(decoding: buffer[..<count], as: UTF8.self)
    .split(separator: "\n").first { $0.hasPrefix("VmHWM:") }?
    .split(whereSeparator: \.isWhitespace).dropFirst().first
    .flatMap { Int64($0) }.map { $0 * 1024 }
}

/// Returns whether a span and an array have the same bytes.
func equal(_ bytes: borrowing Span<UInt8>, _ expected: [UInt8]) -> Bool {
  guard bytes.count == expected.count else { return false }
  // SAFETY: both pointers are valid during the call for `expected.count` bytes, as the guard above has checked.
  return unsafe bytes.withUnsafeBytes { bytes in
    unsafe expected.withUnsafeBytes { expected in
      guard let first = bytes.baseAddress, let second = expected.baseAddress else { return true }
      return unsafe memcmp(first, second, expected.count) == 0
    }
  }
}

extension String {
  /// The last component of the path, or `nil` if it has none. A slash may be followed by a combining mark.
  var lastComponent: String? {
    utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) }
  }

  /// Whether the path names an existing folder, or ends in a slash.
  var isFolder: Bool {
    var status = stat()
    let exists = unsafe stat(self, &status) == 0
    return utf8.last == UInt8(ascii: "/") || exists && status.st_mode & S_IFMT == S_IFDIR
  }
}

/// Replaces the program of this process. The new one gets the same arguments, byte for byte.
///
/// - Returns: Why that is not possible.
func execute(_ path: String) -> SystemError {
  let arguments = unsafe (0..<Int(CommandLine.argc)).map { unsafe CommandLine.unsafeArgv[$0] } + [nil]
  unsafe execv(path, arguments)
  return SystemError(number: errno)
}

/// Returns the value of an environment variable.
package func environmentVariable(_ name: String) -> String? {
  unsafe getenv(name).map { unsafe String(cString: $0) }
}
