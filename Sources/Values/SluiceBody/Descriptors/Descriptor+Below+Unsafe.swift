internal import Glibc

// SAFETY: the pointers in these calls are to strings and local variables that live until the calls return.

extension Descriptor {
  /// Opens a folder, only to open files below it.
  package static func folder(at path: String) throws(SystemError) -> Descriptor {
    try open(path, flags: pathOnly | O_DIRECTORY)
  }

  /// Opens a file below a folder for reading. No symbolic link is followed, so the file is in the folder.
  ///
  /// - Parameters:
  ///   - path: A relative path, none of whose components is empty, `.` or `..`.
  ///   - folder: The folder.
  /// - Throws: `ELOOP` for a symbolic link.
  package static func open(_ path: String, below folder: Descriptor) throws(SystemError) -> Descriptor {
    var folder = folder
    let components = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    for name in components.dropLast() {
      folder = try folder.open(name, flags: pathOnly)
      // It is the link itself that was opened.
      if try folder.isLink() { throw SystemError(number: ELOOP) }
    }
    // A FIFO must not block.
    return try folder.open(components.last ?? "", flags: O_RDONLY | O_NONBLOCK)
  }

  /// `O_PATH`, which Swift's Glibc module lacks as a GNU extension.
  private static let pathOnly: CInt = 0o10_000_000

  private func open(_ name: String, flags: CInt) throws(SystemError) -> Descriptor {
    Descriptor(owning: try retrying { unsafe openat(rawValue, name, flags | O_NOFOLLOW | O_CLOEXEC) })
  }

  private func isLink() throws(SystemError) -> Bool {
    var status = stat()
    try retrying { unsafe fstat(rawValue, &status) }
    return status.st_mode & S_IFMT == S_IFLNK
  }
}
