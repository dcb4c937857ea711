public import SluiceBody

/// A body, compressed as it is read.
///
/// ```swift
/// let body = GzipSource(.file(at: "/var/log/syslog"))
/// var request = try session.request(.put, "logs/1", fields: [.contentEncoding: "gzip"], body: body)
/// ```
///
/// It is replayable where the body is, and each pass gives the same bytes. How many they are is not known, so that they
/// go chunked, unless they are counted first: ``measured()``. In a form it makes a part, which should say so:
/// `File("log", GzipSource(…), fileName: "syslog", headers: [("Content-Encoding", "gzip")])`.
///
/// A session compresses it on a thread of its own.
public struct GzipSource: BodySource {
  package let body: any BodySource
  package let format: DeflateFormat
  package let level: Int
  private let knownByteCount: Int64?

  /// - Parameters:
  ///   - format: `.gzip` by default.
  ///   - level: from 0, which stores, to 9, the smallest; 6 by default. Another is an error of ``makeReader()``.
  public init(_ body: any BodySource, format: DeflateFormat = .gzip, level: Int = 6) {
    self.init(body, format: format, level: level, byteCount: nil)
  }

  private init(_ body: any BodySource, format: DeflateFormat, level: Int, byteCount: Int64?) {
    self.body = body
    self.format = format
    self.level = level
    knownByteCount = byteCount
  }

  /// Nil, unless the source has been ``measured()``.
  public var byteCount: Int64? {
    get throws {
      // What is wrong with the body is told here too.
      _ = try body.byteCount
      return knownByteCount
    }
  }

  /// The body's own.
  public var contentType: String? { body.contentType }

  public var isReplayable: Bool { body.isReplayable }

  public var needsOwnThread: Bool { true }

  public func makeReader() throws -> any BodyReader {
    GzipReader(try body.makeReader(), deflater: try Deflater(format, level: level))
  }

  /// The same source, which knows its exact size: counted by a pass of its own, off the threads that async code shares.
  ///
  /// - Throws: what the body throws; ``BodyError/Code/notReplayable`` for one that can be read only once.
  public func measured() async throws -> GzipSource {
    guard isReplayable else { throw BodyError(.notReplayable) }
    var total: Int64 = 0
    for try await chunk in chunks(ofAtMost: 256 * 1024) { total += Int64(chunk.count) }
    return GzipSource(body, format: format, level: level, byteCount: total)
  }
}

extension BodySource where Self == GzipSource {
  /// A body, compressed with gzip as it is read.
  public static func gzip(_ body: any BodySource, level: Int = 6) -> GzipSource {
    GzipSource(body, level: level)
  }
}

/// One pass of compression.
private final class GzipReader: BodyReader {
  private let body: any BodyReader
  private let deflater: Deflater
  private var input: [UInt8] = []
  private var offset = 0
  private var outcome = BodyReadOutcome.more

  init(_ body: any BodyReader, deflater: Deflater) {
    self.body = body
    self.deflater = deflater
  }

  func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
    while !output.isFull {
      if offset < input.count {
        offset += deflater.deflate(input.span.extracting(offset...), into: &output)
      } else if outcome == .end {
        return deflater.finish(into: &output) ? .end : .more
      } else {
        input.removeAll(keepingCapacity: true)
        offset = 0
        try input.append(addingCapacity: pieceSize) { outcome = try body.read(into: &$0) }
        if input.isEmpty, outcome == .waiting { return .waiting }
      }
    }
    return .more
  }

  func whenReadable(_ resume: @escaping @Sendable () -> Void) {
    body.whenReadable(resume)
  }
}
