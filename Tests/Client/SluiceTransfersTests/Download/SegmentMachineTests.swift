import HTTPTypes
import Sluice
import SluiceTestSupport
import Testing

@testable import SluiceSession
@testable import SluiceTransfers

/// The decisions about a download in segments, step by step.
@Suite(.timeLimit(.minutes(5))) struct SegmentMachineTests {
  private static let byteCount: Int64 = 100

  private static func record() throws -> ResumeRecord {
    let text = #"{"version":1,"url":"","validator":"\"1\"","byteCount":\#(byteCount)}"#
    return try #require(ResumeRecord(parsing: Array(text.utf8)))
  }

  /// Returns the machine of a file of 100 bytes.
  private static func machine(missing pairs: [[Int64]]) throws -> SegmentMachine {
    SegmentMachine(try record(), try #require(MissingRanges(pairs, of: byteCount)))
  }

  private static func head(
    _ status: Int, _ range: Range<Int64>? = nil, of count: Int64 = byteCount, tag: String? = "\"1\""
  ) -> HTTPResponse {
    var head = HTTPResponse(status: .init(code: status))
    head.headerFields[.eTag] = tag
    if let range {
      head.headerFields[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)"
    }
    return head
  }

  @Test func `each range is requested once, in order, after the first, which is requested already`() throws {
    var machine = try Self.machine(missing: [[0, 10], [20, 30], [40, 100]])
    #expect(machine.next() == 20..<30)
    #expect(machine.next() == 40..<100)
    #expect(machine.next() == nil)
    #expect(machine.remnant == nil && !machine.isComplete)
    for range in [20..<30, 0..<10, 40..<100] as [Range<Int64>] {
      let answer = machine.didReceive(Self.head(206, range), for: range)
      #expect(answer == .range(of: Self.byteCount))
      machine.didWrite(range.count, at: range.lowerBound)
      let isWhole = machine.didEnd(range, after: Int64(range.count))
      #expect(isWhole)
    }
    #expect(machine.isComplete && machine.receivedByteCount == 80 && machine.remnant?.pairs == [])
  }

  @Test func `a segment that fails is requested again from where it has stopped`() throws {
    var machine = try Self.machine(missing: [[0, 10]])
    machine.didWrite(4, at: 0)
    #expect(machine.remnant?.pairs == [[4, 10]])
    for status in [503, 204] {
      let refusal = machine.didReceive(Self.head(status), for: 4..<10)
      #expect(refusal == .refused)
    }
    #expect(machine.remnant?.pairs == [[4, 10]])
    let answer = machine.didReceive(Self.head(206, 4..<10), for: 4..<10)
    #expect(answer == .range(of: Self.byteCount))
    machine.didWrite(6, at: 4)
    let isWhole = machine.didEnd(4..<10, after: 6)
    #expect(isWhole && machine.isComplete)
  }

  @Test(
    arguments: [
      "the whole file": (head(200), .whole), "the whole file, modified": (head(203), .whole),
      "not satisfiable": (head(416), .useless), "no range": (head(206), .useless),
      "another range": (head(206, 0..<9), .useless), "a range elsewhere": (head(206, 1..<11), .useless),
      "another size": (head(206, 0..<10, of: 101), .useless),
      "another version": (head(206, 0..<10, tag: "\"2\""), .useless),
      "no version": (head(206, 0..<10, tag: nil), .useless),
      "a weak version": (head(206, 0..<10, tag: "W/\"1\""), .useless),
    ] as NamedCases<(HTTPResponse, RangeRequest.Meaning)>)
  func `another version ends all segments, and keeps nothing`(
    response: NamedCase<(HTTPResponse, RangeRequest.Meaning)>
  ) throws {
    var machine = try Self.machine(missing: [[0, 10], [20, 30]])
    machine.didWrite(5, at: 20)
    let answer = machine.didReceive(response.value.0, for: 0..<10)
    #expect(answer == response.value.1)
    #expect(machine.next() == nil)
    #expect(machine.remnant == nil && !machine.isComplete)
  }

  @Test(arguments: [9, 0, nil] as [Int64?])
  func `a body that is not as long as its range ends all segments, and keeps nothing`(count: Int64?) throws {
    var machine = try Self.machine(missing: [[0, 10], [20, 30]])
    machine.didWrite(10, at: 0)
    let isWhole = machine.didEnd(0..<10, after: count)
    #expect(!isWhole)
    #expect(machine.next() == nil)
    #expect(machine.remnant == nil && !machine.isComplete)
  }

  // MARK: A model

  /// A bit for each byte of the file, and the requests that run.
  private struct Model {
    var isPresent: [Bool]
    /// The offsets at which the missing ranges began.
    let starts: Set<Int>
    var running: [Range<Int64>]
    var received: Int64 = 0
    var hasEnded = false

    var missingPairs: [[Int64]] {
      var pairs: [[Int64]] = []
      for offset in isPresent.indices where !isPresent[offset] {
        if pairs.last?[1] == Int64(offset), !starts.contains(offset) {
          pairs[pairs.count - 1][1] += 1
        } else {
          pairs.append([Int64(offset), Int64(offset) + 1])
        }
      }
      return pairs
    }
  }

  /// Steps the machine with random events, and compares it with the model after each.
  @Test(arguments: 0..<300 as Range<UInt64>) func `random events lead to what a model says`(seed: UInt64)
    throws
  {
    var random = SeededGenerator(seed: seed)
    var pairs: [[Int64]] = []
    var end: Int64 = 0
    while end < Self.byteCount {
      let start = min(Self.byteCount - 1, end + [0, 0, 3, 10][Int.random(in: 0..<4, using: &random)])
      end = min(Self.byteCount, start + .random(in: 1...40, using: &random))
      pairs.append([start, end])
    }
    var machine = try Self.machine(missing: pairs)
    var model = Model(
      isPresent: (0..<Self.byteCount).map { byte in !pairs.contains { $0[0] <= byte && byte < $0[1] } },
      starts: Set(pairs.map { Int($0[0]) }), running: [pairs[0][0]..<pairs[0][1]])
    var waiting = pairs.dropFirst().map { $0[0]..<$0[1] }[...]
    // The ranges as they were requested last, and how many bytes of them have been written.
    var written: [Range<Int64>: Int64] = [:]

    for _ in 0..<200 where !(model.running.isEmpty && waiting.isEmpty) {
      let index = model.running.indices.randomElement(using: &random)
      switch (Int.random(in: 0..<100, using: &random), index) {
      case (0..<20, _), (_, nil):
        let next = machine.next()
        #expect(next == (model.hasEnded ? nil : waiting.first))
        if let next {
          waiting.removeFirst()
          model.running.append(next)
        } else if model.hasEnded {
          return
        }
      case (20..<80, let index?):
        // Some bytes of a range.
        let range = model.running[index]
        let done = written[range] ?? 0
        let count = Int64.random(in: 0...(range.upperBound - range.lowerBound - done), using: &random)
        machine.didWrite(Int(count), at: range.lowerBound + done)
        for offset in 0..<count { model.isPresent[Int(range.lowerBound + done + offset)] = true }
        written[range] = done + count
        model.received += count
        guard done + count == range.upperBound - range.lowerBound else { break }
        let isWhole = machine.didEnd(range, after: done + count)
        #expect(isWhole)
        model.running.remove(at: index)
      case (80..<97, let index?):
        // The request fails, and a retry is for the rest.
        let range = model.running[index]
        let rest = (range.lowerBound + (written[range] ?? 0))..<range.upperBound
        let isRefused = Bool.random(using: &random)
        let head = isRefused ? Self.head(503) : Self.head(206, rest)
        let answer = machine.didReceive(head, for: rest)
        #expect(answer == (isRefused ? .refused : .range(of: Self.byteCount)))
        written[range] = nil
        model.running[index] = rest
      case (_, let index?):
        let range = model.running[index]
        let kind = Int.random(in: 0..<3, using: &random)
        if kind == 0 {
          _ = machine.didReceive(
            Self.head([200, 416, 206][Int.random(in: 0..<3, using: &random)]), for: range)
        } else {
          _ = machine.didEnd(range, after: kind == 1 ? nil : range.upperBound - range.lowerBound - 1)
        }
        model.hasEnded = true
      }
      let isMissing = model.missingPairs
      #expect(machine.missing.pairs == isMissing)
      #expect(machine.receivedByteCount == model.received)
      #expect(machine.isComplete == (!model.hasEnded && isMissing.isEmpty))
      #expect(machine.remnant?.pairs == (model.hasEnded || model.received == 0 ? nil : isMissing))
    }
  }
}
