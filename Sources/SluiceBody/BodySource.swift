/// A recipe for a body: a value that makes a fresh reader at byte 0 each time it is asked.
///
/// A redirect, a 401 or a retry asks for another reader, so a body is never "already consumed". What can be read only
/// once (a pipe, an async sequence) says so with ``isReplayable``, and asking it twice throws
/// ``BodyError/Code/notReplayable``; it never yields an empty body.
///
/// ```swift
/// let body = JoinedSource([.bytes(header), .file(at: "/data/holiday.mov")])
/// try body.byteCount                                  // exact, without reading
/// for try await chunk in body.chunks() { … }          // for any other client
/// ```
public protocol BodySource: Sendable {
  /// The exact number of bytes each reader yields, or nil where that cannot be known without reading.
  ///
  /// Never touches the disk or the network. Throws what is already known to be wrong with the source, such as a
  /// missing file, so that it is told before any connection is opened.
  var byteCount: Int64? { get throws }

  /// The value of `Content-Type` that belongs to the body, such as a form's with its boundary. None by default.
  var contentType: String? { get }

  /// Whether ``makeReader()`` can be called more than once.
  var isReplayable: Bool { get }

  /// Whether a reader takes so long to make its bytes, by compressing them for instance, that it should be read on a
  /// thread of its own where others would wait for it. False by default.
  var needsOwnThread: Bool { get }

  /// A new reader at byte 0. It takes no descriptor, thread or task before its first read.
  func makeReader() throws -> any BodyReader
}

extension BodySource {
  public var contentType: String? { nil }
  public var needsOwnThread: Bool { false }
}

/// One pass over a body, pulled by its consumer.
///
/// A reader is used by one thread at a time, and lets go of what it holds when it ends or is released.
public protocol BodyReader: AnyObject {
  /// Appends to `output` what can be had without waiting, up to its free capacity.
  ///
  /// Reading a regular file may block for as long as its disk takes; nothing else may. An error is final.
  func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome

  /// Calls `resume` once, from any thread, maybe before this returns, as soon as a reader that answered
  /// ``BodyReadOutcome/waiting`` is worth reading again. A later call replaces an earlier one.
  func whenReadable(_ resume: @escaping @Sendable () -> Void)
}

/// What follows the bytes, if any, that a read has appended.
public enum BodyReadOutcome: Sendable {
  /// There may be more at once. At least one byte was appended, unless there was no room.
  case more
  /// Nothing more for now: ask ``BodyReader/whenReadable(_:)``.
  case waiting
  /// Nothing more ever.
  case end
}

extension BodyReader {
  /// For readers that never answer ``BodyReadOutcome/waiting``.
  public func whenReadable(_ resume: @escaping @Sendable () -> Void) {
    resume()
  }
}
