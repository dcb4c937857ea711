internal import Glibc

extension Descriptor {
  /// Returns the number of the descriptor that a path leads to, such as 1 for `/dev/stdout`, `/dev/fd/1` and a symbolic
  /// link to it, or `nil` for any other path.
  ///
  /// Only the descriptor writes to the same position as the other programs that have it. A file that is renamed to the
  /// path would take the place of `/dev/stdout`.
  ///
  /// - Returns: The number, also of a descriptor that is not open for writing. A descriptor that is closed when a
  ///   program is executed is one that this process has opened for itself, and is not found.
  package static func inherited(at path: String) -> CInt? {
    var path = path
    // The system follows as many links.
    for _ in 0..<40 {
      switch path {
      // Wherever they lead to, for example without `/proc`.
      case "/dev/stdout": return STDOUT_FILENO
      case "/dev/stderr": return STDERR_FILENO
      default: break
      }
      guard let divided = try? DestinationPath(path) else { return nil }
      if let number = CInt(divided.name), "\(number)" == divided.name, hasDescriptors(divided.folder) {
        let flags = fcntl(number, F_GETFD)
        guard flags >= 0, flags & FD_CLOEXEC == 0 else { return nil }
        // libcurl's own sockets are not closed then, either. The system opens no socket by such a path.
        if number > STDERR_FILENO, (try? FileStatus(ofFileAt: path))?.kind == .other { return nil }
        return number
      }
      guard let target = linkTarget(path) else { return nil }
      path = target.utf8.first == UInt8(ascii: "/") ? target : "\(divided.folder)/\(target)"
    }
    return nil
  }

  /// Whether a folder is that of this process's descriptors, such as `/dev/fd` and `/proc/thread-self/fd`.
  private static func hasDescriptors(_ folder: String) -> Bool {
    guard let folder = realPath(folder), let process = realPath("/proc/self") else { return false }
    return folder == "\(process)/fd" || folder.hasPrefix("\(process)/task/") && folder.hasSuffix("/fd")
  }
}
