internal import FoundationEssentials
internal import Glibc
internal import SluiceBody

/// The file that all processes with the same outbox share: the last sequence, a mark that changes with the entries, and
/// the locks of lanes. All calls block.
///
/// ```
///  offset  size
///  0       8      the last sequence that was given to an entry
///  8       8      a random number, written after each change that others may wait for
///  16      24     the mark of an outbox
/// ```
///
/// The numbers are little-endian, and may be lost in a crash: sequences are not lower than the time in microseconds.
///
/// Processes lock single bytes with ``Descriptor/claim(byteAt:isWaiting:)``; a lock ends with its process. The byte at
/// the offset of a lane's number locks the lane, the byte at 2⁶² the last sequence.
final class ControlFile: Sendable {
  private let descriptor: Descriptor
  private let path: String
  /// The lanes that this process has locked through the descriptor.
  private let claimed = Lock<Set<UInt64>>([])
  private let sequences = Lock(())

  /// Opens the file, or creates it.
  init(_ path: String) throws(BodyError) {
    self.path = path
    descriptor = try BodyError.writing(path) { () throws(SystemError) in
      try .openForUpdating(path, creating: true)
    }
  }

  /// Opens the file for reading.
  init(reading path: String) throws(BodyError) {
    self.path = path
    descriptor = try BodyError.reading(path) { () throws(SystemError) in
      try .open(path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    }
  }

  /// Writes the mark of an outbox, unless the file has it, and flushes it.
  ///
  /// - Throws: ``ErrorCode/folderNotEmpty`` for a file of something else.
  func addOutboxMark() throws(BodyError) {
    let isMarked = try BodyError.writing(path) { () throws(SystemError) in
      if try Self.hasMark(descriptor) { return true }
      guard try Self.hasNumbersAlone(descriptor) else { return false }
      try descriptor.write(Self.outboxMark.span, at: Self.markOffset)
      try descriptor.synchronize()
      return true
    }
    if !isMarked { throw BodyError(.folderNotEmpty, path: path) }
  }

  private static let outboxMark = Array("Sluice outbox, version 1".utf8)
  private static let markOffset: Int64 = 16

  /// Whether a file has the mark of an outbox. Nothing is changed.
  static func hasMark(at path: String) throws(SystemError) -> Bool {
    try hasMark(.open(path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK))
  }

  /// Whether a file without the mark is empty, or has only the numbers of an outbox, as in version 0.2. Anything else
  /// would be lost.
  static func hasNumbersAlone(at path: String) throws(SystemError) -> Bool {
    try hasNumbersAlone(.open(path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK))
  }

  private static func hasNumbersAlone(_ descriptor: Descriptor) throws(SystemError) -> Bool {
    let markEnd = Int(markOffset) + outboxMark.count
    var bytes: [UInt8] = []
    try descriptor.read(into: &bytes, count: markEnd + 1, at: 0)
    // A crash can leave the start of the mark, and zeros. The time in microseconds has a zero where a text has none.
    return bytes.isEmpty
      || 8...markEnd ~= bytes.count && bytes[7] == 0
        && zip(bytes.dropFirst(Int(markOffset)), outboxMark).allSatisfy { $0 == 0 || $0 == $1 }
  }

  private static func hasMark(_ descriptor: Descriptor) throws(SystemError) -> Bool {
    var bytes: [UInt8] = []
    try descriptor.read(into: &bytes, count: outboxMark.count, at: markOffset)
    return bytes == outboxMark
  }

  /// Returns a sequence that is greater than all others.
  func nextSequence() throws(BodyError) -> UInt64 {
    try sequences.withLock { _ throws(BodyError) in
      try BodyError.writing(path) { () throws(SystemError) in
        let offset = Int64(EntryName.laneLimit)
        _ = try descriptor.claim(byteAt: offset, isWaiting: true)
        defer { descriptor.release(byteAt: offset) }
        // A damaged number must not use up all sequences.
        let last = try read(at: 0).map { $0 < EntryName.sequenceLimit / 2 ? $0 : 0 } ?? 0
        let next = max(last + 1, Self.microseconds)
        try write(next, at: 0)
        return next
      }
    }
  }

  /// The last sequence that was given to an entry; 0 if unknown.
  var lastSequence: UInt64 { get throws(BodyError) { try number(at: 0) ?? 0 } }

  /// The time since 1970.
  private static var microseconds: UInt64 {
    UInt64(min(max(0, Date().timeIntervalSince1970 * 1_000_000), 0x1p60))
  }

  // MARK: The mark

  /// The mark, which has another value after each change.
  var mark: UInt64 { get throws(BodyError) { try number(at: 8) ?? 0 } }

  /// Changes the mark.
  func changeMark() { try? write(.random(in: 1 ... .max), at: 8) }

  private func number(at offset: Int64) throws(BodyError) -> UInt64? {
    try BodyError.reading(path) { () throws(SystemError) in try read(at: offset) }
  }

  private func read(at offset: Int64) throws(SystemError) -> UInt64? {
    var bytes: [UInt8] = []
    try descriptor.read(into: &bytes, count: 8, at: offset)
    return bytes.count == 8 ? bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } : nil
  }

  private func write(_ number: UInt64, at offset: Int64) throws(SystemError) {
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    try descriptor.write(bytes.span, at: offset)
  }

  // MARK: Lanes

  /// Locks a lane until ``release(_:)``.
  ///
  /// - Returns: `false` if it is locked, in this process or another.
  func claim(_ lane: UInt64) throws(BodyError) -> Bool {
    guard claimed.withLock({ $0.insert(lane).inserted }) else { return false }
    var isClaimed = false
    defer { if !isClaimed { _ = claimed.withLock { $0.remove(lane) } } }
    isClaimed = try BodyError.writing(path) { () throws(SystemError) in
      try descriptor.claim(byteAt: Int64(lane))
    }
    return isClaimed
  }

  func release(_ lane: UInt64) {
    descriptor.release(byteAt: Int64(lane))
    claimed.withLock { _ = $0.remove(lane) }
  }
}
