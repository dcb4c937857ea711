import HTTPTypes
import Sluice
import SluiceTestSupport
import Testing

@testable import SluiceSession
@testable import SluiceTransfers

/// The decisions about a download, step by step.
@Suite(.timeLimit(.minutes(5))) struct DownloadMachineTests {
  private static let mebibyte: Int64 = 1 << 20
  private static let size = 4 * mebibyte

  /// A partial file of an earlier download, of the version `"1"`.
  private enum Partial: String, CaseIterable {
    case useless, beginning, segments, complete
    case ofUnknownSize = "of unknown size"

    var point: ResumePoint? {
      get throws {
        let (record, count): (String, Int64) =
          switch self {
          case .useless: ("", 0)
          case .beginning: (#","byteCount":\#(size)"#, mebibyte)
          case .segments:
            (
              #","byteCount":\#(size),"missing":[[\#(mebibyte),\#(2 * mebibyte)],[\#(size - 1),\#(size)]]"#,
              size
            )
          case .complete: (#","byteCount":5"#, 5)
          case .ofUnknownSize: ("", 5)
          }
        if self == .useless { return nil }
        let text =
          #"{"version":\#(self == .segments ? 2 : 1),"url":"","validator":"\"1\""\#(record)}"#
        return ResumePoint(record: try #require(ResumeRecord(parsing: Array(text.utf8))), byteCount: count)
      }
    }
  }

  private enum Place: Equatable { case special, partial(Partial), free }

  /// A response, relative to its request. It has a tag unless this is `nil`.
  private enum Reply: Equatable {
    case file(String?, isCopyable: Bool), range(String), otherRange, unsatisfied(atEnd: Bool), refusal
    /// 204 (No Content).
    case nothing
  }

  private struct Case: CustomStringConvertible {
    var segments = 1
    var isResumable = true
    var asksForRange = false
    var isKnown: Bool
    var place: Place
    /// Whether each body that may fail to be written does so.
    var fails: Bool
    var replies: [Reply] = []

    var description: String {
      "\(segments) \(isResumable) \(asksForRange) \(isKnown) \(place) \(fails) \(replies)"
    }
  }

  // MARK: The machine

  private static func head(_ reply: Reply, to question: DownloadMachine.Question, _ partial: ResumePoint?)
    -> HTTPResponse
  {
    let (range, count): (Range<Int64>, Int64) =
      switch question {
      case .whole: (3..<5, 10)
      case .firstSegment: (0..<mebibyte, size)
      case .rest(let point):
        (
          point.byteCount..<max(point.byteCount + 1, point.record.byteCount ?? 10),
          point.record.byteCount ?? 10
        )
      case .segments(_, let first): (first, size)
      }
    var head = HTTPResponse(status: .ok)
    head.headerFields[.eTag] = "\"1\""
    switch reply {
    case .file(let tag, _): head.headerFields[.eTag] = tag
    case .range(let tag):
      head.status = .partialContent
      head.headerFields[.eTag] = tag
      head.headerFields[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)"
    case .otherRange:
      head.status = .partialContent
      head.headerFields[.contentRange] = "bytes 1-2/\(count)"
    case .unsatisfied(let atEnd):
      head.status = .rangeNotSatisfiable
      head.headerFields[.contentRange] = "bytes */\(atEnd ? partial?.byteCount ?? 0 : 7)"
    case .refusal: head.status = .notFound
    case .nothing: (head.status, head.headerFields) = (.noContent, [:])
    }
    return head
  }

  /// Runs the machine, and returns what it decides.
  private static func decisions(_ test: Case) throws -> [String] {
    var point: ResumePoint?
    let place: DownloadMachine.Place
    switch test.place {
    case .special: place = .special(try #require(try SpecialFile(at: "/dev/null")))
    case .partial(let partial):
      point = try partial.point
      place = .partial(point)
    case .free: place = .free
    }
    var machine = DownloadMachine(
      at: test.isKnown ? place : nil, url: "http://a/", segments: test.segments,
      isResumable: test.isResumable, asksForRange: test.asksForRange)
    var decisions: [String] = []
    for reply in test.replies {
      decisions.append(name(machine.question))
      let head = head(reply, to: machine.question, point)
      let isCopyable = if case .file(_, isCopyable: true) = reply { true } else { false }
      var verdict = machine.didReceive(head)
      if verdict == .isFirst {
        decisions.append("find")
        verdict = machine.didFind(place, for: head, isCopyable: isCopyable)
      }
      switch verdict {
      case .isFirst: return decisions + ["find again"]
      case .isUseless: break
      case .isRefusal: return decisions + ["refused"]
      case .isInvalid: return decisions + ["invalid"]
      case .isContent(let content):
        decisions.append(name(content))
        switch content {
        case .whole where test.fails && isCopyable: machine.didFail(.damaged)
        case .segments where test.fails: machine.didFail(.changed)
        case .inPlace, .whole, .rest, .segments, .nothing: return decisions
        }
      }
    }
    return decisions + [name(machine.question), "…"]
  }

  private static func name(_ question: DownloadMachine.Question) -> String {
    switch question {
    case .whole(let takesFile): takesFile ? "whole" : "whole, no file"
    case .firstSegment: "first segment"
    case .rest: "rest"
    case .segments(_, let first): "segment \(first.lowerBound / mebibyte)"
    }
  }

  private static func name(_ content: DownloadMachine.Content) -> String {
    switch content {
    case .inPlace: "in place"
    case .whole(let record): record == nil ? "write whole" : "write whole, resumable"
    case .rest: "write rest"
    case .segments(_, let isResumed): isResumed ? "resume segments" : "begin segments"
    case .nothing: "nothing missing"
    }
  }

  // MARK: The model

  /// A download as a program that waits for each response, with functions that call each other.
  private struct Model {
    struct End: Error {}

    let test: Case
    var decisions: [String] = []
    var replies: ArraySlice<Reply>

    init(_ test: Case) { (self.test, replies) = (test, test.replies[...]) }

    mutating func run() -> [String] {
      do {
        switch (test.isKnown, test.place) {
        case (true, .special): try writeInPlace(ask("whole, no file"))
        case (true, .partial(let partial)): try resume(partial)
        case (true, .free): try writeWhole(askFirst())
        case (false, _): try find(askFirst())
        }
      } catch {}
      return decisions
    }

    mutating func reply(to request: String) throws -> Reply {
      decisions.append(request)
      if let reply = replies.popFirst() { return reply }
      try end("…")
    }

    mutating func end(_ decision: String) throws -> Never {
      decisions.append(decision)
      throw End()
    }

    mutating func ask(_ request: String = "whole") throws -> Reply {
      let reply = try reply(to: request)
      switch reply {
      case .file: return reply
      case .nothing: return .file(nil, isCopyable: false)
      case .range, .otherRange:
        guard test.asksForRange else { try end("invalid") }
        return reply
      case .unsatisfied, .refusal: try end("refused")
      }
    }

    mutating func askFirst() throws -> Reply {
      guard test.segments > 1, test.isResumable else { return try ask() }
      let reply = try reply(to: "first segment")
      switch reply {
      case .file, .range: return reply
      case .nothing: return .file(nil, isCopyable: false)
      case .otherRange, .unsatisfied: return try ask()
      case .refusal: try end("refused")
      }
    }

    mutating func find(_ reply: Reply) throws {
      decisions.append("find")
      switch (test.place, reply) {
      case (.special, .file(_, isCopyable: false)): try writeInPlace(reply)
      case (.special, .range), (.special, .otherRange):
        try writeInPlace(test.asksForRange ? reply : ask("whole, no file"))
      case (.special, _): try writeInPlace(ask("whole, no file"))
      case (.partial(let partial), .file("\"1\"", _)) where partial != .useless: try resume(partial)
      case (.partial(let partial), .range("\"1\"")) where partial != .useless: try resume(partial)
      case (.partial(let partial), .otherRange) where partial != .useless: try resume(partial)
      case (.partial, _), (.free, _): try writeWhole(reply)
      }
    }

    mutating func resume(_ partial: Partial) throws {
      if partial == .useless { return try writeWhole(ask()) }
      let inSegments = partial == .segments || partial == .beginning && test.segments > 1
      let reply = try reply(to: inSegments ? "segment 1" : "rest")
      switch reply {
      case .file: try writeWhole(reply)
      case .range("\"1\"") where inSegments: try write("resume segments", mayChange: true)
      case .range("\"1\"") where partial != .complete: try end("write rest")
      case .unsatisfied(atEnd: true) where partial == .complete || partial == .ofUnknownSize:
        try end("nothing missing")
      case .range, .otherRange, .unsatisfied: try writeWhole(ask())
      case .refusal, .nothing: try end("refused")
      }
    }

    mutating func writeInPlace(_ reply: Reply) throws { try end("in place") }

    mutating func write(_ decision: String, mayChange: Bool) throws {
      guard mayChange, test.fails else { try end(decision) }
      decisions.append(decision)
      try writeWhole(ask())
    }

    mutating func writeWhole(_ reply: Reply) throws {
      switch reply {
      case .range where !test.asksForRange: try write("begin segments", mayChange: true)
      case .file(let tag, let isCopyable):
        let decision = test.isResumable && tag != nil ? "write whole, resumable" : "write whole"
        guard isCopyable, test.fails else { try end(decision) }
        decisions.append(decision)
        try writeWhole(ask("whole, no file"))
      default: try end("write whole")
      }
    }
  }

  private static let replies: [Reply] = [
    .file("\"1\"", isCopyable: false), .file("\"1\"", isCopyable: true), .file("\"2\"", isCopyable: false),
    .file(nil, isCopyable: false), .range("\"1\""), .range("\"2\""), .otherRange,
    .unsatisfied(atEnd: true), .unsatisfied(atEnd: false), .refusal, .nothing,
  ]

  /// All sequences of responses, until the file is written or the download fails.
  @Test(arguments: [(1, true, false), (4, true, false), (4, false, false), (4, false, true)])
  func `all sequences of responses lead to what a model says`(
    segments: Int, isResumable: Bool, asksForRange: Bool
  ) throws {
    var count = 0
    func explore(_ test: Case) throws {
      var model = Model(test)
      let decisions = try Self.decisions(test)
      if case let expected = model.run(), decisions != expected {
        Issue.record("\(test): \(decisions) instead of \(expected)")
      }
      count += 1
      guard decisions.last == "…", test.replies.count < 5 else { return }
      for reply in Self.replies {
        var next = test
        next.replies.append(reply)
        try explore(next)
      }
    }
    for place in [.special, .free] + Partial.allCases.map(Place.partial) {
      for isKnown in [true, false] {
        for fails in [true, false] {
          try explore(
            Case(
              segments: segments, isResumable: isResumable, asksForRange: asksForRange, isKnown: isKnown,
              place: place, fails: fails))
        }
      }
    }
    #expect(count > 300)
  }

  @Test func `the rest is requested of the version of the partial file, and its size is passed on`() throws {
    let point = try #require(try Partial.ofUnknownSize.point)
    var machine = DownloadMachine(
      at: .partial(point), url: "", segments: 4, isResumable: true, asksForRange: false)
    #expect(machine.question == .rest(point))
    var fields = HTTPFields()
    machine.question.range?.ask(in: &fields)
    #expect(fields == [.range: "bytes=5-", .ifRange: "\"1\""])
    let verdict = machine.didReceive(Self.head(.range("\"1\""), to: machine.question, point))
    #expect(verdict == .isContent(.rest(point, of: 10)))
  }

  @Test func `missing ranges are divided for as many requests as there may be`() throws {
    var machine = DownloadMachine(
      at: .free, url: "", segments: 2, isResumable: true, asksForRange: false)
    let first = machine.didReceive(Self.head(.range("\"1\""), to: machine.question, nil))
    guard case .isContent(.segments(let record, isResumed: false)) = first else {
      return #expect(Bool(false), "\(first)")
    }
    let half = 5 * Self.mebibyte / 2
    #expect(record.missing?.pairs == [[0, Self.mebibyte], [Self.mebibyte, half], [half, Self.size]])

    let point = try #require(try Partial.beginning.point)
    machine = DownloadMachine(
      at: .partial(point), url: "", segments: 3, isResumable: true, asksForRange: false)
    guard case .segments(let earlier, let range) = machine.question else {
      return #expect(Bool(false), "\(machine.question)")
    }
    #expect(earlier.missing?.pairs.count == 2 && range == Self.mebibyte..<half)
  }
}
