/// A body: bytes, a file, a sequence, or a body that is made of others.
///
/// ```swift
/// let body: AnyBody = .joined([.text("--- 8< ---\n"), .file(at: "/var/log/syslog")])
/// var request = try session.request(.put, "logs/1", body: .gzip(body))
/// ```
///
/// The functions of ``BodySource`` that return bodies return this type, so that each can be passed where a body is
/// expected. It has all properties of the body that it holds.
public struct AnyBody: BodySource {
  /// The body, which is never an `AnyBody`.
  package let base: any BodySource

  package init(_ base: some BodySource) { self.base = base._concrete }

  @usableFromInline
  init(bytes: [UInt8]) { base = BytesSource(bytes) }

  /// The number of bytes of the body, or `nil` if it cannot be known without reading.
  public var byteCount: Int64? { get throws { try base.byteCount } }
  /// The value of `Content-Type` that belongs to the body, or `nil` if there is none.
  public var contentType: String? { base.contentType }
  /// Whether the body can be read more than once.
  public var isReplayable: Bool { base.isReplayable }
  /// Whether the body may block, or takes much processor time.
  public var needsOwnThread: Bool { base.needsOwnThread }

  /// The body that this one holds.
  public var _concrete: any BodySource { base }

  /// Returns a new reader of the body.
  public func makeReader() throws -> any BodyReader { try base.makeReader() }

  /// Returns a new reader of the bytes from an offset on.
  public func makeReader(at offset: Int64) throws -> any BodyReader { try base.makeReader(at: offset) }

  /// The identity of the body, or `nil` if it has none.
  public func identity() throws -> BodyIdentity? { try base.identity() }
}

extension BodySource where Self == AnyBody {
  /// Returns a body held in memory.
  ///
  /// - Complexity: O(*n*) for *n* bytes; O(1) if `bytes` is an array.
  @inlinable
  public static func bytes(_ bytes: some Sequence<UInt8>) -> AnyBody { AnyBody(bytes: Array(bytes)) }

  /// Needs bytes, and not other integers.
  @available(
    *, unavailable, message: "A body consists of 'UInt8': '.bytes([UInt8](repeating: 65, count: 5000))'."
  )
  public static func bytes(_ bytes: some Sequence<Int>) -> AnyBody { AnyBody(bytes: []) }

  /// Returns a body of a string's UTF-8 bytes.
  @inlinable
  public static func text(_ text: String) -> AnyBody { AnyBody(bytes: Array(text.utf8)) }

  /// Returns the body of the file at `path`.
  ///
  /// ```swift
  /// let body: AnyBody = .file(at: "/data/holiday.mov")
  /// try body.byteCount                                                  // throws if the file is missing
  /// ```
  ///
  /// This function never throws. An error is stored and thrown by ``byteCount`` and ``makeReader()``:
  /// ``ErrorCode/fileMissing``, ``ErrorCode/fileIsDirectory`` or ``ErrorCode/fileUnreadable``.
  ///
  /// The size of a regular file is determined when the body is made. From then on ``byteCount`` is exact, and a reader
  /// that finds more or fewer bytes throws ``ErrorCode/fileGrew`` or ``ErrorCode/fileShrank`` with both sizes:
  /// a body of another size is never reported as complete. The file is opened at a reader's first read and closed at
  /// its end, so a body of 100,000 files holds one descriptor. The holes of a sparse file are yielded as zeros without
  /// being read.
  ///
  /// A reader compares the size and the times of modification and change of the file before the first byte and after
  /// the last one. If they differ, it throws ``ErrorCode/changed``, because the bytes may belong to several versions.
  ///
  /// A FIFO, a character or block device and `/dev/stdin` have no known size and can be read once. Each is read by its
  /// own thread, so that a silent one does not delay other readers.
  ///
  /// - Parameter path: The path of the file, as a `String` or a `URL`.
  public static func file(at path: some FilePathConvertible) -> AnyBody { AnyBody(FileSource(at: path)) }

  /// Returns the body of a range of the regular file at `path`, which otherwise is like ``file(at:)``.
  ///
  /// ```swift
  /// try await session.upload(.file(at: "/data/holiday.mov", range: 0..<8_388_608), to: "parts/1")   // 8 MiB
  /// ```
  ///
  /// The file may grow after the range, also meanwhile, while a range that exceeds the file is a
  /// ``ErrorCode/rangeOutOfBounds`` error.
  ///
  /// - Parameters:
  ///   - path: The path of the file, as a `String` or a `URL`.
  ///   - range: The offsets of the bytes, from 0.
  public static func file(at path: some FilePathConvertible, range: Range<some BinaryInteger>) -> AnyBody {
    AnyBody(
      FileSource(at: path, range: Int64(clamping: range.lowerBound)..<Int64(clamping: range.upperBound)))
  }

  /// The standard input of the process, which can be read once.
  public static var standardInput: AnyBody { AnyBody(FileSource(at: FileSource.standardInputPath)) }

  /// Returns the concatenation of bodies, in order. An empty array makes an empty body.
  ///
  /// ```swift
  /// let body: AnyBody = .joined([.text("--- 8< ---\n"), .file(at: "/var/log/syslog")])
  /// ```
  ///
  /// Each body's reader is made when its turn comes, and released at its end. The readers of bodies that are not
  /// replayable are made together with the joined reader, so that a replay fails before a byte is read.
  ///
  /// A body with more or fewer bytes than it declares is a ``ErrorCode/byteCountMismatch`` error of reading. A sum of
  /// the sizes of more than 2⁶³ − 1 is a ``ErrorCode/tooLarge`` error of ``byteCount``.
  ///
  /// - Complexity: O(*n*) for *n* bodies.
  public static func joined(_ sources: [any BodySource]) -> AnyBody { AnyBody(JoinedSource(sources)) }

  /// Returns a body that is read once, from an async sequence of byte chunks.
  ///
  /// ```swift
  /// let (chunks, continuation) = AsyncStream.makeStream(of: [UInt8].self)
  /// let body: AnyBody = .async(chunks, byteCount: 5)
  /// continuation.yield(Array("Hello".utf8))
  /// continuation.finish()
  /// ```
  ///
  /// The sequence is iterated in a separate task, at most 256 KiB and one chunk ahead of the reader. The task starts at
  /// the first read, and is cancelled if the reader is released before the end.
  ///
  /// - Parameters:
  ///   - chunks: The sequence of chunks of any size. Empty chunks are allowed.
  ///   - byteCount: The exact number of bytes in the sequence, or `nil` if unknown. Defaults to `nil`. A reader throws
  ///     ``ErrorCode/byteCountMismatch`` if the sequence turns out to be longer or shorter.
  public static func async<Chunks: AsyncSequence & Sendable>(
    _ chunks: Chunks, byteCount: Int64? = nil
  ) -> AnyBody where Chunks.Element: Collection<UInt8> {
    AnyBody(AsyncSource(chunks, byteCount: byteCount))
  }

  /// Returns a body that is read at a limited rate.
  ///
  /// ```swift
  /// let slow: AnyBody = .throttled(.file(at: "/data/holiday.mov"), maximumRate: 100_000)
  /// ```
  ///
  /// The bytes, their count, the content type and the identity are the same as those of the body. Each reader has its
  /// own pace. No thread waits between reads: the reader reports that it is ``BodyReadOutcome/waiting``. In a form, a
  /// throttled part slows down only itself, and a throttled form all of its parts.
  ///
  /// In any period, a reader yields at most the bytes that the rate allows plus a burst, which is the bytes of 100 ms,
  /// but at least 2 bytes. A burst follows only a break.
  ///
  /// - Parameters:
  ///   - body: The body to read.
  ///   - maximumRate: The maximum number of bytes per second. Less than 1 counts as 1.
  public static func throttled(_ body: any BodySource, maximumRate: Int64) -> AnyBody {
    AnyBody(ThrottledSource(body, maximumRate: maximumRate))
  }

  /// Returns a body that is read in packets, with a delay after each but the last.
  ///
  /// ```swift
  /// let slow: AnyBody = .throttled(form, packetByteCount: 16 * 1024, delay: .milliseconds(200))
  /// ```
  ///
  /// Everything else is the same as with a limited rate.
  ///
  /// - Parameters:
  ///   - body: The body to read.
  ///   - packetByteCount: The size of a packet in bytes. Less than 1 counts as 1.
  ///   - delay: The minimum time from the last byte of a packet to the first one of the next.
  public static func throttled(
    _ body: any BodySource, packetByteCount: Int, delay: Duration
  ) -> AnyBody {
    AnyBody(ThrottledSource(body, packetByteCount: packetByteCount, delay: delay))
  }
}
