internal import Glibc
internal import SluiceBody

/// A lease on a file: until its end, others cannot open the file without waiting, not even as root. The system ends it
/// 45 s after the first attempt.
package final class FileLease: Sendable {
  private let descriptor: Descriptor

  package init(_ path: String) throws {
    descriptor = try .open(path, flags: O_RDWR)
    // `F_SETLEASE`, which Swift does not import.
    guard fcntl(descriptor.rawValue, 1024, CInt(F_WRLCK)) == 0 else { throw SystemError(number: errno) }
    // The process gets no signal when another one opens the file.
    _ = fcntl(descriptor.rawValue, F_SETOWN, 0 as CInt)
  }

  package func end() { _ = fcntl(descriptor.rawValue, 1024, CInt(F_UNLCK)) }
}
