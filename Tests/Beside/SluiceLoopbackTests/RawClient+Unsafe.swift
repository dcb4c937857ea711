import Glibc

/// The client's end of a connection, with raw bytes and the system's error numbers. Each call waits at most 20
/// seconds.
///
/// SAFETY: each pointer that is passed to the system points to a local or an array, is used only during the call,
/// and is passed with the size of that memory.
final class RawClient: Sendable {
  struct Failure: Error, Equatable {
    let number: Int32
  }

  private let descriptor: Int32

  convenience init(port: UInt16) throws(Failure) {
    self.init()
    try connect(to: port)
  }

  /// A client that is not connected yet.
  init() {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    var on: Int32 = 1
    unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
  }

  deinit { close(descriptor) }

  func connect(to port: UInt16) throws(Failure) {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    let result = unsafe withUnsafeBytes(of: &address) { bytes in
      unsafe Glibc.connect(
        descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
    guard result == 0 else { throw Failure(number: errno) }
  }

  func send(_ text: String) throws(Failure) { try send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) throws(Failure) {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.send(
          descriptor, buffer.baseAddress?.advanced(by: sent), buffer.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Failure(number: errno) }
      sent += count
    }
  }

  /// Returns the bytes that have arrived, which are empty at the end.
  func receiveSome() throws(Failure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
    guard count >= 0 else { throw Failure(number: errno) }
    return Array(bytes[..<count])
  }

  /// Returns the text up to the end, or until it ends with `suffix`.
  func receive(until suffix: String? = nil) throws(Failure) -> String {
    var bytes: [UInt8] = []
    while suffix.map({ !bytes.reversed().starts(with: $0.utf8.reversed()) }) ?? true {
      let some = try receiveSome()
      if some.isEmpty { break }
      bytes += some
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  func finishWriting() { shutdown(descriptor, Int32(SHUT_WR)) }
}

/// Runs a shell command with the system's own libcurl, even if another one is under test.
///
/// - Returns: the exit status, and the text on standard output.
func shell(_ command: String) -> (status: Int32, output: String) {
  guard let stream = unsafe popen("unset LD_LIBRARY_PATH; " + command, "re") else { return (-1, "") }
  var output: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 64 << 10)
  while case let count = unsafe fread(&buffer, 1, buffer.count, stream), count > 0 {
    output += buffer[..<count]
  }
  let status = unsafe pclose(stream)
  return ((status >> 8) & 0xFF, String(decoding: output, as: UTF8.self))
}

func isInstalled(_ tool: String) -> Bool { shell("command -v \(tool)").status == 0 }

/// Limits new descriptors to those below `number`.
///
/// - Returns: the previous limit.
func descriptorLimit(setTo number: UInt) -> UInt {
  var limit = rlimit()
  unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  defer {
    limit.rlim_cur = number
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
  return limit.rlim_cur
}
