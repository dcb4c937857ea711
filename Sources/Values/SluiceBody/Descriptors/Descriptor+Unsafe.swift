internal import Glibc

// SAFETY: The pointers that this file passes to the system are to strings, local variables, spans and free capacity
// that live until the call returns, each with its own size.

/// An open file descriptor, closed when it is deallocated. System calls that are interrupted by a signal are repeated.
package final class Descriptor: Sendable {
  package let rawValue: CInt

  /// Takes ownership of `rawValue`.
  package init(owning rawValue: CInt) { self.rawValue = rawValue }

  deinit { close(rawValue) }

  /// Takes ownership of a new descriptor, but for the last ones that the process may have, see ``isReserved(_:)``.
  ///
  /// - Throws: `EMFILE` for one of those, which is closed.
  convenience init(opened rawValue: CInt) throws(SystemError) {
    self.init(owning: rawValue)
    if Self.isReserved(rawValue) { throw SystemError(number: EMFILE) }
  }

  /// Whether a new descriptor is one of the last eight that the process may have (`ulimit -n`), or in the last quarter.
  ///
  /// They are left to the runtime: libdispatch opens files of `/proc` to count running threads, and traps if it cannot.
  package static func isReserved(_ rawValue: CInt) -> Bool {
    let limit = sysconf(CInt(_SC_OPEN_MAX))
    return limit > 0 && Int(rawValue) >= limit - min(8, limit / 4)
  }

  /// Opens a file, with `O_CLOEXEC` in addition to `flags`.
  package static func open(_ path: String, flags: CInt) throws(SystemError) -> Descriptor {
    try Descriptor(opened: retrying { unsafe path.withPath { unsafe Glibc.open($0, flags | O_CLOEXEC) } })
  }

  /// Creates a file, by default for writing. Anything that already has its name, including a symbolic link, is an
  /// `EEXIST` error.
  package static func create(
    _ path: String, flags: CInt = O_WRONLY, permissions: UInt32 = 0o666
  ) throws(SystemError) -> Descriptor {
    let flags = flags | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let created = try retrying { unsafe path.withPath { unsafe Glibc.open($0, flags, permissions) } }
    do throws(SystemError) {
      return try Descriptor(opened: created)
    } catch {
      removeFile(path)
      throw error
    }
  }

  /// Returns a copy of the descriptor `rawValue`. Both share one position in the file.
  package static func duplicate(_ rawValue: CInt) throws(SystemError) -> Descriptor {
    try Descriptor(opened: retrying { fcntl(rawValue, F_DUPFD_CLOEXEC, 3) })
  }

  /// Creates two connected sockets, neither of which ever blocks.
  static func pair() throws(SystemError) -> (reading: Descriptor, writing: Descriptor) {
    var ends: [CInt] = [-1, -1]
    let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    try retrying { unsafe socketpair(AF_UNIX, CInt(type), 0, &ends) }
    let (reading, writing) = (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
    if ends.contains(where: isReserved) { throw SystemError(number: EMFILE) }
    return (reading, writing)
  }

  /// Returns the status of the open file.
  package func status() throws(SystemError) -> FileStatus {
    var status = stat()
    try retrying { unsafe fstat(rawValue, &status) }
    return FileStatus(status)
  }

  /// Appends the bytes of one `read` at the descriptor's position.
  ///
  /// - Returns: The number of bytes; 0 at the end.
  @discardableResult
  package func read(into output: inout OutputSpan<UInt8>) throws(SystemError) -> Int {
    var count = 0
    try unsafe output.append { free throws(SystemError) in
      count = try retrying { unsafe Glibc.read(rawValue, free.baseAddress, free.count) }
      return count
    }
    return count
  }

  /// Appends the bytes of one `read` at `offset`, at most `limit`.
  ///
  /// - Returns: The number of bytes; 0 at the end.
  package func read(
    into output: inout OutputSpan<UInt8>, upTo limit: Int, at offset: Int64
  ) throws(SystemError) -> Int {
    var count = 0
    try unsafe output.append(upTo: limit) { free throws(SystemError) in
      count = try retrying { unsafe pread(rawValue, free.baseAddress, free.count, off_t(offset)) }
      return count
    }
    return count
  }

  /// Returns the bytes of a regular file, and at most `limit` of them.
  package func content(upTo limit: Int) throws(SystemError) -> [UInt8] {
    let expected = Int(min(try status().byteCount, Int64(limit)))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(expected + 4096, limit))
    var count = 0
    repeat {
      count = bytes.count
      // Another read finds the end, or what was appended meanwhile.
      let block = min(limit - count, max(expected - count, 4096))
      try bytes.append(addingCapacity: block) { output throws(SystemError) in
        _ = try read(into: &output, upTo: block, at: Int64(count))
      }
    } while bytes.count > count && bytes.count < limit
    return bytes
  }

  /// Appends the bytes at `offset` of a regular file to an array, in as many reads as it takes.
  ///
  /// - Parameters:
  ///   - bytes: The array.
  ///   - count: The number of bytes; fewer are appended only at the end of the file.
  ///   - offset: The offset of the first byte.
  package func read(
    into bytes: inout [UInt8], count: Int, at offset: Int64
  ) throws(SystemError) {
    try bytes.append(addingCapacity: count) { output throws(SystemError) in
      let start = output.count
      while case let done = output.count - start, done < count {
        if try read(into: &output, upTo: count - done, at: offset + Int64(done)) == 0 { break }
      }
    }
  }

  /// Whether a byte can be read at `offset`.
  func hasByte(at offset: Int64) -> Bool {
    var byte: UInt8 = 0
    return (try? retrying { unsafe pread(rawValue, &byte, 1, off_t(offset)) }) == 1
  }

  /// Returns the number of bytes of the hole at `offset`, up to the next data or the end of the file. All of them read
  /// as zeros.
  ///
  /// Moves the descriptor's position.
  ///
  /// - Returns: The number; 0 if there is data at `offset`, if `offset` is not within the file, or if the file system
  ///   does not report holes.
  func holeByteCount(at offset: Int64) -> Int64 {
    // SEEK_DATA, which Swift's Glibc module lacks as a GNU extension.
    let data = lseek(rawValue, off_t(offset), 3)
    if data >= 0 { return max(0, Int64(data) - offset) }
    // There is no data up to the end of the file.
    guard errno == ENXIO, let status = try? status() else { return 0 }
    return max(0, status.byteCount - offset)
  }

  /// Writes one byte to a non-blocking descriptor, or nothing if there is no room.
  func writeByteIfRoom() {
    var byte: UInt8 = 1
    _ = try? retrying { unsafe Glibc.write(rawValue, &byte, 1) }
  }

  /// Writes all of `bytes` at `offset` of a regular file. The descriptor's position stays.
  package func write(_ bytes: borrowing Span<UInt8>, at offset: Int64) throws(SystemError) {
    try unsafe bytes.withUnsafeBytes { buffer throws(SystemError) in
      var done = 0
      while done < buffer.count {
        done += try retrying {
          unsafe pwrite(
            rawValue, buffer.baseAddress.map { unsafe $0 + done }, buffer.count - done, off_t(offset) + done)
        }
      }
    }
  }

  /// Writes all of `bytes`, and waits for room if necessary.
  package func write(_ bytes: borrowing Span<UInt8>) throws(SystemError) {
    try writeAll(of: bytes, to: rawValue)
  }
}

/// Writes all of `bytes` to a descriptor that the caller owns, and waits for room even if the descriptor is
/// non-blocking.
///
/// - Parameter mayWait: Returns whether to wait longer, asked every 100 ms. If it returns `false`, the error is
///   `EAGAIN`. Defaults to `nil`, to wait for any time.
package func writeAll(
  of bytes: borrowing Span<UInt8>, to descriptor: CInt, waitingWhile mayWait: (() -> Bool)? = nil
) throws(SystemError) {
  try unsafe bytes.withUnsafeBytes { buffer throws(SystemError) in
    var offset = 0
    while offset < buffer.count {
      do throws(SystemError) {
        offset += try retrying {
          unsafe Glibc.write(descriptor, buffer.baseAddress.map { unsafe $0 + offset }, buffer.count - offset)
        }
      } catch {
        guard error.number == EAGAIN else { throw error }
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        try retrying { unsafe poll(&entry, 1, mayWait == nil ? -1 : 100) }
        if let mayWait, !mayWait() { throw error }
      }
    }
  }
}

/// Reports an error of earlier writes to a descriptor that the caller owns, such as that of a full disk.
///
/// A file system of a network or with quotas may report it only when the file is closed. It writes what it holds then;
/// others do nothing, so this does not wait for a disk.
package func checkWrites(to descriptor: CInt) throws(SystemError) {
  let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
  guard copy >= 0 else {
    // There is no free descriptor.
    do throws(SystemError) {
      try retrying { fdatasync(descriptor) }
    } catch {
      // A pipe or a terminal holds nothing back.
      if error.number != EINVAL { throw error }
    }
    return
  }
  // The number is free in any case. The locks of the descriptor stay.
  if close(copy) < 0, errno != EINTR { throw SystemError(number: errno) }
}

/// Removes a file's name. A missing file, like any other failure, is not an error.
package func removeFile(_ path: String) { try? unlinkFile(path) }

/// Removes a file's name.
package func unlinkFile(_ path: String) throws(SystemError) {
  try retrying { unsafe path.withPath { unsafe unlink($0) } }
}

/// Blocks until at least one of the descriptors can be read or is at its end.
///
/// - Returns: For each descriptor, whether it is ready.
package func waitUntilReadable(_ descriptors: CInt...) throws(SystemError) -> [Bool] {
  var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  try retrying { unsafe poll(&entries, nfds_t(entries.count), -1) }
  return entries.map { $0.revents != 0 }
}

/// The kind and size of a file.
package struct FileStatus: Sendable {
  package enum Kind: Sendable { case regular, directory, stream, other }

  package let kind: Kind
  package let byteCount: Int64
  /// The time of the last modification, since 1970.
  package let modified: Duration
  /// The time of the last change of the content or of the status, since 1970. Programs cannot set it.
  package let changed: Duration
  let device: UInt64
  package let inode: UInt64
  /// Whether the file takes less space than its size, so that it may have holes.
  let isSparse: Bool
  /// Whether the file is a FIFO.
  package let isFIFO: Bool
  /// The number of names of the file.
  package let nameCount: Int
  /// The identifier of the user who owns the file.
  let owner: UInt32
  /// The identifier of the group of the file.
  let group: UInt32
  /// The permissions of the owner, the group and others.
  let permissions: UInt32

  fileprivate init(_ status: stat) {
    byteCount = Int64(status.st_size)
    modified = .seconds(status.st_mtim.tv_sec) + .nanoseconds(status.st_mtim.tv_nsec)
    changed = .seconds(status.st_ctim.tv_sec) + .nanoseconds(status.st_ctim.tv_nsec)
    (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    nameCount = Int(status.st_nlink)
    owner = status.st_uid
    group = status.st_gid
    permissions = status.st_mode & 0o777
    isFIFO = status.st_mode & S_IFMT == S_IFIFO
    // The unit is 512 bytes, whatever the file system.
    isSparse = Int64(status.st_blocks) < byteCount / 512
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFIFO, S_IFCHR, S_IFBLK: .stream
      default: .other
      }
  }

  /// Reads the status of the file at `path`, following symbolic links.
  package init(ofFileAt path: String) throws(SystemError) {
    var status = stat()
    try retrying { unsafe path.withPath { unsafe stat($0, &status) } }
    self.init(status)
  }

  /// Reads the status of the file at `path`, following symbolic links. The result is `nil` if it does not exist.
  package init?(ifExistsAt path: String) throws(SystemError) {
    do throws(SystemError) {
      try self.init(ofFileAt: path)
    } catch {
      if error.isMissingFile { return nil }
      throw error
    }
  }

  /// Reads the status of the file at `path`, which this process must be allowed to read.
  package init(ofReadableFileAt path: String) throws(SystemError) {
    try self.init(ofFileAt: path)
    try retrying { unsafe path.withPath { unsafe faccessat(AT_FDCWD, $0, R_OK, AT_EACCESS) } }
  }
}

// Copies that do not pass through the memory of this process.

extension Descriptor {
  /// Makes an empty file share the blocks of another one on the disk, until one of them is written to.
  ///
  /// A hard link would do as little work, but is wrong: a program that writes to one file would change both.
  ///
  /// - Returns: `false` if the file system cannot do this, as ext4, or if the files are on different ones.
  package func clone(_ source: Descriptor) -> Bool {
    // `FICLONE`, which Swift does not import.
    (try? retrying { ioctl(rawValue, 0x4004_9409, source.rawValue) }) != nil
  }

  /// Appends bytes of another file, at this descriptor's position.
  ///
  /// - Parameters:
  ///   - count: The maximum number of bytes.
  ///   - source: The other file.
  ///   - offset: The offset of the bytes.
  /// - Returns: The number of bytes; 0 at the end.
  /// - Throws: `EINVAL` or `ENOSYS` if the system cannot copy between these files.
  package func append(
    upTo count: Int, of source: Descriptor, at offset: Int64
  ) throws(SystemError) -> Int {
    var offset = off_t(offset)
    return try retrying { unsafe sendfile(rawValue, source.rawValue, &offset, count) }
  }
}

// Locks of single bytes of a file, which need not exist. They belong to the open file, and end with it.

extension Descriptor {
  /// Locks the byte at `offset` for this descriptor until ``release(byteAt:)``, or until the process ends.
  ///
  /// Threads that share the descriptor share the lock.
  ///
  /// - Parameters:
  ///   - offset: The offset, which may be beyond the end of the file.
  ///   - isWaiting: Whether to block while another descriptor has locked the byte.
  /// - Returns: `false` if another descriptor has locked it.
  package func claim(byteAt offset: Int64, isWaiting: Bool = false) throws(SystemError) -> Bool {
    do throws(SystemError) {
      // `F_OFD_SETLKW` and `F_OFD_SETLK`, which Swift does not import.
      try setLock(isWaiting ? 38 : 37, CInt(F_WRLCK), offset)
      return true
    } catch {
      if error.number == EAGAIN || error.number == EACCES { return false }
      throw error
    }
  }

  /// Unlocks the byte at `offset`.
  package func release(byteAt offset: Int64) { try? setLock(37, CInt(F_UNLCK), offset) }

  private func setLock(_ command: CInt, _ type: CInt, _ offset: Int64) throws(SystemError) {
    var lock = flock()
    lock.l_type = Int16(type)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(offset)
    lock.l_len = 1
    try retrying { unsafe fcntl(rawValue, command, &lock) }
  }
}
