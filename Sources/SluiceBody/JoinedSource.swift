/// The concatenation of bodies.
///
/// ```swift
/// let body = JoinedSource([.text("--- 8< ---\n"), .file(at: "/var/log/syslog")])
/// ```
///
/// Each body's reader is made when its turn comes, and released at its end. The readers of bodies that are not
/// replayable are made together with the joined reader, so that a replay fails before a byte is read.
public struct JoinedSource: BodySource {
  /// The bodies, in order.
  public let sources: [any BodySource]

  /// Creates a body from bodies, in order. An empty array makes an empty body.
  public init(_ sources: [any BodySource]) {
    self.sources = sources
  }

  /// The sum of the byte counts, or `nil` if one of them is unknown.
  ///
  /// - Throws: An error of one of the bodies; ``BodyError/Code/tooLarge`` if the sum is more than 2⁶³ − 1.
  /// - Complexity: O(*n*) for *n* bodies, as for the other properties.
  public var byteCount: Int64? {
    get throws {
      var total: Int64 = 0
      var isKnown = true
      for source in sources {
        guard let count = try source.byteCount else {
          isKnown = false
          continue
        }
        let (sum, overflow) = total.addingReportingOverflow(count)
        if overflow { throw BodyError(.tooLarge) }
        total = sum
      }
      return isKnown ? total : nil
    }
  }

  /// Whether all bodies are replayable.
  public var isReplayable: Bool { sources.allSatisfy(\.isReplayable) }

  /// Whether one of the bodies needs a thread of its own.
  public var needsOwnThread: Bool { sources.contains(where: \.needsOwnThread) }

  /// Returns a new reader.
  ///
  /// - Throws: The same errors as ``byteCount``; ``BodyError/Code/notReplayable`` if one of the bodies was already read
  ///   and is not replayable.
  public func makeReader() throws -> any BodyReader {
    // Known errors of any body are thrown before a byte is read or a one-shot body is claimed.
    _ = try byteCount
    var claimed: [Int: any BodyReader] = [:]
    for (index, source) in sources.enumerated() where !source.isReplayable {
      claimed[index] = try source.makeReader()
    }
    return JoinedReader(sources, claimed: claimed)
  }
}

extension BodySource where Self == JoinedSource {
  /// Returns the concatenation of bodies, in order.
  public static func joined(_ sources: [any BodySource]) -> JoinedSource {
    JoinedSource(sources)
  }
}

private final class JoinedReader: BodyReader {
  private let sources: [any BodySource]
  private var claimed: [Int: any BodyReader]
  private var index = 0
  private var current: (any BodyReader)?

  init(_ sources: [any BodySource], claimed: [Int: any BodyReader]) {
    self.sources = sources
    self.claimed = claimed
  }

  func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
    while index < sources.count {
      let reader = try current ?? nextReader()
      current = reader
      let outcome = try reader.read(into: &output)
      guard outcome == .end else { return outcome }
      current = nil
      index += 1
    }
    return .end
  }

  func whenReadable(_ resume: @escaping @Sendable () -> Void) {
    if let current { current.whenReadable(resume) } else { resume() }
  }

  private func nextReader() throws -> any BodyReader {
    try claimed.removeValue(forKey: index) ?? sources[index].makeReader()
  }
}
