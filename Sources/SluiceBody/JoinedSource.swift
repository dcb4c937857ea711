/// Bodies one behind the other.
///
/// Each one's reader is made when its turn comes and released when it ends. One-shot bodies among them are claimed when
/// the joined reader is made, so that a replay fails before a byte is read.
public struct JoinedSource: BodySource {
  public let sources: [any BodySource]

  public init(_ sources: [any BodySource]) {
    self.sources = sources
  }

  /// The sum, or nil where one of the counts is not known.
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

  public var isReplayable: Bool { sources.allSatisfy(\.isReplayable) }

  public var needsOwnThread: Bool { sources.contains(where: \.needsOwnThread) }

  public func makeReader() throws -> any BodyReader {
    // What is known to be wrong with any is told before a byte of the others, or a claim.
    _ = try byteCount
    var claimed: [Int: any BodyReader] = [:]
    for (index, source) in sources.enumerated() where !source.isReplayable {
      claimed[index] = try source.makeReader()
    }
    return JoinedReader(sources, claimed: claimed)
  }
}

extension BodySource where Self == JoinedSource {
  /// Bodies one behind the other.
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
