internal import Glibc
internal import Sluice

// The few calls to the system that the tool makes itself.

/// Writes a line to standard error.
func printError(_ line: String) {
  _ = try? writeAll(Array("\(line)\n".utf8), to: STDERR_FILENO, named: "standard error")
}

/// Writes all bytes. `name` is what an error calls the place.
func writeAll(_ bytes: [UInt8], to descriptor: CInt, named name: String) throws(Failure) {
  try writeAll(bytes.span, to: descriptor, named: name)
}

func writeAll(_ bytes: Span<UInt8>, to descriptor: CInt, named name: String) throws(Failure) {
  do throws(SystemError) {
    try writeAll(of: bytes, to: descriptor)
  } catch {
    throw Failure(.inputOutput, "write-failed", "\(name): \(error)")
  }
}

extension Failure {
  /// What the last system call has failed with, about a path.
  static func system(_ code: String, _ path: String, _ status: Status = .inputOutput) -> Failure {
    let reason = unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
    return Failure(status, code, "\(path): \(reason)")
  }
}

/// Whether a descriptor can be read, or has ended, within so many milliseconds.
func isReadable(_ descriptor: CInt, within milliseconds: CInt) throws(Failure) -> Bool {
  var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  let count = unsafe poll(&entry, 1, milliseconds)
  if count < 0, errno != EINTR { throw .system("read-failed", "descriptor \(descriptor)", .inputMissing) }
  return count > 0
}

/// That a file which is read later can be.
func checkReadable(_ path: String) throws(Failure) {
  if unsafe access(path, R_OK) != 0 { throw .system("file-unreadable", path, .inputMissing) }
}

/// Puts something in the place of a standard descriptor that is closed, or the next file that is opened would be taken
/// for it. Whoever uses it gets an error, as before.
func fillStandardDescriptors() {
  for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
    _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
  }
}

/// Whether whoever started this process wants it to take no notice of a signal, as nohup does.
func isIgnored(_ signal: CInt) -> Bool {
  var action = sigaction()
  unsafe sigaction(signal, nil, &action)
  let address = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
  return unsafe address == unsafeBitCast(SIG_IGN, to: Int.self)
}

/// Whether a path names something that is there and is no regular file.
func isSpecialFile(_ path: String) -> Bool {
  var status = stat()
  return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
}

/// Waits for one of the signals, which must be blocked.
func wait(for signals: sigset_t) -> CInt {
  var signals = signals
  var number: CInt = 0
  while unsafe sigwait(&signals, &number) != 0 {}
  return number
}

/// The same, for a time; nil when it is over.
func wait(for signals: sigset_t, atMost seconds: Int) -> CInt? {
  var signals = signals
  var limit = timespec(tv_sec: seconds, tv_nsec: 0)
  let number = unsafe sigtimedwait(&signals, nil, &limit)
  return number > 0 ? number : nil
}

/// Makes a file of its own in the folder for temporary files, open for reading and writing.
func makeTemporaryFile(prefix: String) throws(Failure) -> (descriptor: CInt, path: String) {
  let named = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
  let folder = named.isEmpty ? "/tmp" : named
  var template = Array("\(folder)/\(prefix)XXXXXX".utf8CString)
  let descriptor = unsafe mkstemp(&template)
  let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  if descriptor < 0 { throw .system("temporary-file", path) }
  return (descriptor, path)
}

/// The most memory that this process has had, in bytes. Not from getrusage, which counts the process that became this one.
func peakMemory() -> Int64? {
  guard let file = unsafe fopen("/proc/self/status", "r") else { return nil }
  defer { unsafe fclose(file) }
  var buffer = [UInt8](repeating: 0, count: 16 * 1024)
  let count = unsafe fread(&buffer, 1, buffer.count, file)
  return String(decoding: buffer[..<count], as: UTF8.self)
    .split(separator: "\n").first { $0.hasPrefix("VmHWM:") }?
    .split(whereSeparator: \.isWhitespace).dropFirst().first
    .flatMap { Int64($0) }.map { $0 * 1024 }
}
