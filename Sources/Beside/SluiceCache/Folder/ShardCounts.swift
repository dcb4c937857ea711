internal import Glibc
internal import SluiceBody

/// The file that all processes with the same folder share: the space that the files of each shard take, and the locks
/// of the shards. All calls block.
///
/// ```
///  offset       size
///  24 × shard   8      the space in bytes
///               8      the start of the system in which it was counted, or 0 while the shard changes
///               8      a hash of the other 16
///  6144         24     such a record of the maximum space, as it was last set: the mark of a store's folder
/// ```
///
/// The file has its mark when it appears. Another program's file has none: a hash of 64 bits would have to be right.
///
/// ```
///  a shard changes    record            if the process is killed
///  lock
///  mark               space, 0          the next change counts the files
///  files change       space, 0          likewise
///  write              new, start        the space is right
///  unlock
/// ```
///
/// A crash of the system can lose files and records separately. So the first change of a shard after a start of the
/// system counts its files. Opening a folder counts none.
///
/// The byte at the offset of a shard's number locks the shard (``Descriptor/claim(byteAt:isWaiting:)``); the lock ends
/// with the process.
final class ShardCounts: Sendable {
  static let shardCount = 256
  private static let recordByteCount = 24

  private let descriptor: Descriptor
  private let path: String
  private let start: UInt64
  /// The descriptor's locks do not exclude threads of this process.
  private let locks = (0..<shardCount).map { Lock($0) }

  /// Opens the file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - isReadOnly: Whether nothing is changed. Defaults to `false`.
  ///   - start: A number that tells apart the starts of the system; not 0.
  init(_ path: String, isReadOnly: Bool = false, start: UInt64 = systemStart) throws(BodyError) {
    self.path = path
    self.start = start
    let access = isReadOnly ? O_RDONLY : O_RDWR
    do throws(SystemError) {
      descriptor = try Descriptor.open(path, flags: access | O_NOFOLLOW | O_NONBLOCK)
    } catch {
      throw BodyError(isReadOnly ? .readFailed : .writeFailed, path: path, systemError: error)
    }
  }

  /// Creates the file with its mark, unless there is a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - folder: The folder of the file while it has a temporary name.
  ///   - isUnnamed: Whether to try to create a file without a name at first.
  ///   - space: The maximum space.
  static func create(
    _ path: String, in folder: String, isUnnamed: Bool, maximumSpace space: Int64
  ) throws(BodyError) {
    let new = try BodyError.writing(path) { () throws(SystemError) in
      let new = try TemporaryFile(
        in: folder, orElse: .temporaryName, isUnnamed: isUnnamed, permissions: 0o600)
      // Others take a file that is not locked for one of a process that was killed.
      _ = try new.descriptor.claim()
      // Later writes need no space.
      let zeros = [UInt8](repeating: 0, count: shardCount * recordByteCount)
      let bytes = zeros + Record(space: space, start: systemStart).bytes
      try new.descriptor.write(bytes.span, at: 0)
      return new
    }
    do throws(BodyError) {
      try new.commit(to: DestinationPath(path), ifExists: .fail)
      new.descriptor.release()
    } catch {
      if error.code != .fileExists { throw error }
    }
  }

  /// Whether a file has the mark of a store's folder.
  static func exist(at path: String) throws(SystemError) -> Bool {
    let file: Descriptor
    do throws(SystemError) {
      file = try .open(path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    } catch {
      // A symbolic link.
      if error.number == ELOOP { return false }
      throw error
    }
    // Another process may be writing the mark.
    for _ in 0..<3 {
      let bytes = try read(recordByteCount, of: file, at: Int64(shardCount * recordByteCount))
      if Record(parsing: bytes, at: 0) != nil { return true }
    }
    return false
  }

  /// Whether the file still has its name.
  var isInPlace: Bool {
    get throws(BodyError) {
      try BodyError.writing(path) { () throws(SystemError) in try descriptor.isFile(at: path) }
    }
  }

  /// A number for the current start of the system.
  private static let systemStart: UInt64 = {
    let file = try? Descriptor.open("/proc/sys/kernel/random/boot_id", flags: O_RDONLY)
    let id = (try? file?.content(upTo: 64)) ?? []
    var fields = FieldReader(SHA256.digest(of: id.span)[...])
    return max(1, fields.number() ?? 1)
  }()

  /// The space that all shards take, as last counted.
  ///
  /// - Complexity: O(1); one read of 6 KiB.
  var total: Int64 {
    let bytes = (try? Self.read(Self.shardCount * Self.recordByteCount, of: descriptor, at: 0)) ?? []
    var total: Int64 = 0
    for offset in stride(from: 0, to: bytes.count, by: Self.recordByteCount) {
      guard let record = Record(parsing: bytes, at: offset) else { continue }
      guard let sum = Int64.sum(total, record.space) else { return .max }
      total = sum
    }
    return total
  }

  /// The maximum space, as a process has last set it, or `nil` if none has. Nothing is enforced by it.
  var maximumSpace: Int64? { record(Self.shardCount)?.space }

  /// Sets ``maximumSpace``.
  func setMaximumSpace(_ space: Int64) throws(BodyError) {
    if maximumSpace != space { try write(Record(space: space, start: start), Self.shardCount) }
  }

  /// Locks a shard while files are added to it or removed.
  ///
  /// - Parameters:
  ///   - shard: The number of the shard.
  ///   - count: Counts the space that the files take, if this is not known.
  ///   - change: Changes the files, and the space accordingly: to `nil` if it does not know by how much. If it throws,
  ///     the next change counts the files.
  func change(
    _ shard: Int, counting count: () throws(BodyError) -> Int64,
    _ change: (inout Int64?) throws(BodyError) -> Void
  ) throws(BodyError) {
    try locks[shard].withLock { shard throws(BodyError) in
      _ = try BodyError.writing(path) { () throws(SystemError) in
        try descriptor.claim(byteAt: Int64(shard), isWaiting: true)
      }
      defer { descriptor.release(byteAt: Int64(shard)) }
      let record = record(shard)
      let isKnown = record?.start == start
      try write(Record(space: record?.space ?? 0, start: 0), shard)
      let known = if isKnown, let record { record.space } else { try count() }
      var space: Int64? = known
      try change(&space)
      try write(Record(space: max(0, space ?? known), start: space == nil ? 0 : start), shard)
    }
  }

  // MARK: Records

  private struct Record {
    let space: Int64
    let start: UInt64

    init(space: Int64, start: UInt64) {
      self.space = space
      self.start = start
    }

    /// Parses a record. The result is `nil` for one that is damaged, or that another process is writing.
    init?(parsing bytes: [UInt8], at offset: Int) {
      guard bytes.count - offset >= recordByteCount, let space = Int64(exactly: Self.number(bytes, offset))
      else {
        return nil
      }
      self.init(space: space, start: Self.number(bytes, offset + 8))
      guard Self.number(bytes, offset + 16) == check else { return nil }
    }

    private static func number(_ bytes: [UInt8], _ offset: Int) -> UInt64 {
      var number: UInt64 = 0
      for index in (0..<8).reversed() { number = number << 8 | UInt64(bytes[offset + index]) }
      return number
    }

    /// A hash of the other two numbers, which is computed for all records whenever an entry is added.
    private var check: UInt64 { ((UInt64(space) ^ 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9) ^ start }

    var bytes: [UInt8] {
      var bytes: [UInt8] = []
      bytes.append(number: UInt64(space))
      bytes.append(number: start)
      bytes.append(number: check)
      return bytes
    }
  }

  private func record(_ shard: Int) -> Record? {
    let bytes = try? Self.read(Self.recordByteCount, of: descriptor, at: Int64(shard * Self.recordByteCount))
    return bytes.flatMap { Record(parsing: $0, at: 0) }
  }

  private func write(_ record: Record, _ shard: Int) throws(BodyError) {
    let bytes = record.bytes
    try BodyError.writing(path) { () throws(SystemError) in
      try descriptor.write(bytes.span, at: Int64(shard * Self.recordByteCount))
    }
  }

  private static func read(
    _ count: Int, of file: Descriptor, at offset: Int64
  ) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    try file.read(into: &bytes, count: count, at: offset)
    return bytes
  }
}
