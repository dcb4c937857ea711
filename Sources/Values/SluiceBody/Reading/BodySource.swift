/// A recipe for a body: a value that makes a new reader on each request, at byte 0 or at any other offset.
///
/// A redirect, a 401 or a retry uses another reader, so a body is never "already consumed". A source that can be read
/// only once (a pipe, an async sequence) reports it with ``isReplayable``. A second request for its reader throws
/// ``ErrorCode/notReplayable``, and never yields an empty body.
///
/// A source of your own implements ``byteCount``, ``isReplayable`` and ``makeReader()``. It can also implement
/// ``makeReader(at:)``, if it finds an offset faster than by reading, ``identity()``, so that an upload of it can be
/// resumed, and ``needsOwnThread``, if it never blocks.
///
/// ```swift
/// let body: AnyBody = .joined([.bytes(header), .file(at: "/data/holiday.mov")])
/// try body.byteCount                                  // exact, without reading
/// for try await chunk in body.chunks() { … }          // for any other client
/// ```
public protocol BodySource: Sendable {
  /// The exact number of bytes that each reader yields, or `nil` if it cannot be known without reading.
  ///
  /// Accessing this property never uses the disk or the network.
  ///
  /// - Throws: An error that is already known, such as ``ErrorCode/fileMissing``, so that it is reported before a
  ///   connection is opened.
  var byteCount: Int64? { get throws }

  /// The value of `Content-Type` that belongs to the body, such as a form's with its boundary. Defaults to `nil`.
  var contentType: String? { get }

  /// Whether ``makeReader()`` can be called more than once.
  var isReplayable: Bool { get }

  /// A Boolean value that indicates whether the source may block, or takes much processor time. Defaults to `true`.
  ///
  /// If this is `true`, a session makes, reads and releases the readers on threads that it keeps for such sources, and
  /// copies the bytes once more. While the source blocks, only its own transfer waits. There are at most 64 of these
  /// threads in a process, so while 64 sources block, further ones wait.
  ///
  /// If this is `false`, the thread that runs all transfers of the session reads the body, and nothing but reading a
  /// regular file may block. A source that reads others, such as ``joined(_:)``, returns `true` if one does.
  var needsOwnThread: Bool { get }

  /// Returns a new reader at byte 0. The reader opens no descriptor and starts no thread or task before its first read.
  ///
  /// - Throws: ``ErrorCode/notReplayable`` if the source is not replayable and a reader was already made;
  ///   otherwise the source's own errors.
  func makeReader() throws -> any BodyReader

  /// Returns a new reader that yields the bytes from an offset on.
  ///
  /// The default reads the bytes before the offset and discards them. Files, bytes in memory, and bodies that consist
  /// of them read no byte before the offset.
  ///
  /// - Parameter offset: The offset of the first byte. The reader of the offset ``byteCount`` is empty.
  /// - Throws: ``ErrorCode/rangeOutOfBounds`` if the offset is negative or exceeds the body; a reader throws it if
  ///   the size of the body is unknown. ``ErrorCode/notReplayable`` if the source is not replayable, unless the
  ///   offset is 0. Otherwise the errors of ``makeReader()``.
  func makeReader(at offset: Int64) throws -> any BodyReader

  /// This source, or the one that an ``AnyBody`` holds, which has the type that was made.
  var _concrete: any BodySource { get }

  /// Returns a value that tells whether another source has the same bytes, possibly in another process, or `nil` if
  /// the source cannot tell. Defaults to `nil`.
  ///
  /// The status of files is read when this method is called, so it may block.
  ///
  /// - Throws: The errors of ``byteCount``; a ``BodyError`` for a file that is missing or has another size than when
  ///   the source was made.
  func identity() throws -> BodyIdentity?
}

extension BodySource {
  /// No content type.
  public var contentType: String? { nil }
  /// Always `true`.
  public var needsOwnThread: Bool { true }
  /// Always this source.
  public var _concrete: any BodySource { self }

  /// Reads the bytes before the offset, and discards them.
  public func makeReader(at offset: Int64) throws -> any BodyReader {
    try checkOffset(offset)
    return offset == 0 ? try makeReader() : SkippingReader(try makeReader(), to: offset)
  }

  /// Always `nil`.
  public func identity() throws -> BodyIdentity? { nil }

  /// - Throws: ``ErrorCode/rangeOutOfBounds`` if the offset is known to lie outside of the body;
  ///   ``ErrorCode/notReplayable`` if the source can only be read from byte 0;
  ///   ``ErrorCode/byteCountMismatch`` if it declares a negative number of bytes; the errors of ``byteCount``.
  package func checkOffset(_ offset: Int64) throws {
    let byteCount = try byteCount
    if let byteCount, byteCount < 0 { throw BodyError(.byteCountMismatch, expected: byteCount) }
    guard (0...(byteCount ?? .max)).contains(offset) else {
      throw BodyError(.rangeOutOfBounds, expected: offset, actual: byteCount)
    }
    if offset > 0, !isReplayable { throw BodyError(.notReplayable) }
  }
}

/// One pass over a body, pulled by its consumer.
///
/// A reader is used by one thread at a time. It releases its resources at the end of the body, or when it is
/// deallocated.
public protocol BodyReader: AnyObject {
  /// Appends bytes that are available without waiting to `output`, up to its free capacity.
  ///
  /// Reading a regular file may block for as long as the disk takes. Anything else may block only if the source's
  /// ``BodySource/needsOwnThread`` is `true`.
  ///
  /// - Parameter output: The buffer to append to.
  /// - Returns: Whether more bytes follow, at once or later.
  /// - Throws: Any error of the body. An error is final: the pass cannot continue.
  func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome

  /// Calls `resume` once, as soon as a reader that returned ``BodyReadOutcome/waiting`` can be read again.
  ///
  /// A later call replaces an earlier one.
  ///
  /// - Parameter resume: A closure that is called on any thread, possibly before this method returns.
  func whenReadable(_ resume: @escaping @Sendable () -> Void)
}

/// The state of a body after a read.
public enum BodyReadOutcome: Sendable {
  /// More bytes may be available at once. At least one byte was appended, unless the output had no free capacity.
  case more
  /// No more bytes are available for now. Call ``BodyReader/whenReadable(_:)`` to learn when there are.
  case waiting
  /// The end of the body.
  case end
}

extension BodyReader {
  /// Calls `resume` immediately. For readers that never return ``BodyReadOutcome/waiting``.
  public func whenReadable(_ resume: @escaping @Sendable () -> Void) {
    resume()
  }
}

extension BodySource {
  /// Writes the whole body to an open file, pipe or socket, in constant memory.
  ///
  /// Reading and writing may block. Both happen on a thread outside the shared concurrency pool.
  ///
  /// - Parameter descriptor: The descriptor to write to, blocking or not. It stays open.
  /// - Returns: The number of bytes written.
  /// - Throws: The error of the body's reader; ``ErrorCode/writeFailed``; a `CancellationError` if the task is
  ///   cancelled, which is checked between two blocks of 128 KiB.
  @discardableResult
  public func write(toFileDescriptor descriptor: CInt) async throws -> Int64 {
    try await withTaskExecutorPreference(BlockingExecutor.shared) {
      try await makeReader().forEachBlock { block in
        try SluiceBody.write(block, toOutput: descriptor)
        return true
      } ?? 0
    }
  }
}

/// Writes all of `block` to a descriptor that the caller owns.
///
/// - Throws: ``ErrorCode/writeFailed``.
package func write(_ block: borrowing Span<UInt8>, toOutput descriptor: CInt) throws(BodyError) {
  do throws(SystemError) {
    try writeAll(of: block, to: descriptor)
  } catch {
    throw BodyError(.writeFailed, systemError: error)
  }
}

/// A reader that reads the bytes before an offset and discards them.
///
/// One read discards at most 1 MiB and then reports that it is waiting, so that others have their turn.
final class SkippingReader: BodyReader {
  private let body: any BodyReader
  private let offset: Int64
  /// The number of bytes that are still to be discarded.
  private var missing: Int64
  private var hasEnded = false
  private var isBodyWaiting = false

  init(_ body: any BodyReader, to offset: Int64) {
    self.body = body
    self.offset = offset
    missing = offset
  }

  func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
    isBodyWaiting = false
    let outcome = missing > 0 ? try skip() : .more
    if hasEnded { return .end }
    guard missing == 0, outcome == .more else { return .waiting }
    return try keep(body.read(into: &output))
  }

  func whenReadable(_ resume: @escaping @Sendable () -> Void) {
    if isBodyWaiting { body.whenReadable(resume) } else { resume() }
  }

  private func skip() throws -> BodyReadOutcome {
    var buffer: [UInt8] = []
    var room = 1 << 20
    var outcome = BodyReadOutcome.more
    while missing > 0, room > 0, outcome == .more {
      buffer.removeAll(keepingCapacity: true)
      try buffer.append(addingCapacity: Int(min(missing, 64 * 1024))) {
        outcome = keep(try body.checkedRead(into: &$0))
      }
      missing -= Int64(buffer.count)
      room -= buffer.count
    }
    if outcome == .end, missing > 0 {
      throw BodyError(.rangeOutOfBounds, expected: offset, actual: offset - missing)
    }
    return outcome
  }

  private func keep(_ outcome: BodyReadOutcome) -> BodyReadOutcome {
    hasEnded = outcome == .end
    isBodyWaiting = outcome == .waiting
    return outcome
  }
}

extension BodySource {
  /// Reads the whole body, and returns its SHA-256 or its HMAC, in constant memory.
  ///
  /// Reading may block. It happens on a thread outside the shared concurrency pool. A body that can be read only once
  /// cannot be sent afterwards.
  ///
  /// - Parameter key: The key of the HMAC, of any size, or `nil` for the SHA-256. Defaults to `nil`.
  /// - Throws: The error of the body's reader; a `CancellationError` if the task is cancelled, which is checked between
  ///   two blocks of 128 KiB.
  public func sha256(key: [UInt8]? = nil) async throws -> SHA256Sum {
    try await withTaskExecutorPreference(BlockingExecutor.shared) { try await hashed(with: key) }
  }

  private func hashed(with key: [UInt8]?) async throws -> SHA256Sum {
    var sum = KeyedSHA256(key)
    _ = try await makeReader().forEachBlock {
      sum.inner.update($0)
      return true
    }
    return SHA256Sum(bytes: sum.digest)
  }
}
