import HTTPTypes
import Sluice
import SluiceBody
import SluiceTestSupport
import SluiceTesting
import Testing

@testable import SluiceOutbox

/// The order of a key with more entries than fit into a page.
@Suite(.timeLimit(.minutes(10))) struct OrderTests {
  /// A fixture whose server refuses the first request of a body until `isUp`.
  private func fixture(refusing body: String, until isUp: Lock<Bool>) throws -> OutboxFixture {
    try OutboxFixture(delay: .seconds(1000)) { request in
      .status(request.text == body && !isUp.withLock { $0 } ? .serviceUnavailable : .ok)
    }
  }

  @Test func `8,400 requests with one key wait for the first one, and follow it in order`() async throws {
    let isUp = Lock(false)
    let fixture = try fixture(refusing: "0", until: isUp)
    let outbox = try fixture.outbox()
    let count = EntryPage.maximumCount + 208
    try await withTaskExecutorPreference(BlockingExecutor.shared) {
      for number in 0..<count {
        let entry = try NewOutboxEntry(.post("\(number)"), key: "k", expiresAfter: nil, toFile: nil)
        _ = try entry.add(to: outbox.store)
      }
    }
    let events = try await fixture.run(outbox)
    #expect(events.count == 1 && events.first?.hasPrefix("failed") == true, "\(events.prefix(3))")
    #expect(fixture.bodies.count == 1 && fixture.bodies.first == "0")

    isUp.withLock { $0 = true }
    for try await entry in outbox.entries() {
      try await outbox.retry(entry.id)
      break
    }
    // The rest takes long; the next test sends all entries of several pages.
    var sentCount = 0
    for try await event in outbox.run(with: fixture.session) {
      #expect(event.text == "delivered /events 200")
      sentCount += 1
      if sentCount == 300 { break }
    }
    let sent = fixture.bodies.prefix(301)
    let misplaced = zip(sent.dropFirst(), 0...).first { $0 != "\($1)" }
    #expect(sent.count == 301 && misplaced == nil, "\(sent.count) \(String(describing: misplaced))")
  }

  @Test(
    arguments: [
      "accent": ["\u{E9}", "e\u{301}"], "two marks": ["\u{1EAD}", "a\u{302}\u{323}", "a\u{323}\u{302}"],
      "Hangul": ["\u{AC01}", "\u{1100}\u{1161}\u{11A8}"], "Kelvin": ["K", "\u{212A}"],
    ] as NamedCases<[String]>) func `keys that are equal in Swift share an order`(
      keys: NamedCase<[String]>
    ) async throws
  {
    let (isUp, keys) = (Lock(false), keys.value)
    #expect(Set(keys).count == 1 && Set(keys.map { Array($0.utf8) }).count == keys.count)
    let fixture = try fixture(refusing: "0", until: isUp)
    let outbox = try fixture.outbox()
    for (number, key) in keys.enumerated() { try await outbox.enqueue(.post("\(number)"), key: key) }
    #expect(try await fixture.run(outbox).count == 1)
    #expect(fixture.bodies == ["0"], "the others wait for the first one")
    #expect(EntryName.lane(of: "\u{E9}") == 0x1D55CCB9BA86763B, "other processes and versions have the same")
  }

  @Test(arguments: [1, 2, 3, 7, 20]) func `a page never begins within a key`(limit: Int) async throws {
    let isUp = Lock(false)
    let fixture = try fixture(refusing: "a 3", until: isUp)
    let outbox = try fixture.outbox(namesInPage: limit)
    // These keys share a folder.
    let keys = try #require(Self.keysOfOneFolder(3))
    for number in 0..<9 {
      for (name, key) in zip(["a", "b", "c"], keys) {
        try await outbox.enqueue(.post("\(name) \(number)"), key: key)
      }
    }
    let events = try await fixture.run(outbox)
    #expect(events.count { $0.hasPrefix("failed") } == 1)
    #expect(events.count { $0.hasPrefix("delivered") } == 3 + 9 + 9)
    #expect(fixture.bodies.filter { $0.hasPrefix("a") } == (0...3).map { "a \($0)" })
    isUp.withLock { $0 = true }
    let first = try #require(try await outbox.entries().collected().first)
    try await outbox.retry(first.id)
    _ = try await fixture.run(outbox)
    for name in ["a", "b", "c"] {
      let sent = fixture.bodies.filter { $0.hasPrefix(name) }
      #expect(sent.sorted() == sent && Set(sent).count == 9)
    }
  }

  private static func keysOfOneFolder(_ count: Int) -> [String]? {
    let names = (0..<4000).map { ("\($0)", EntryName(lane: EntryName.lane(of: "\($0)"), sequence: 0)) }
    return Dictionary(grouping: names, by: \.1.shard).values.first { $0.count >= count }
      .map { $0.prefix(count).map(\.0) }
  }

  @Test func `an entry that is added during a listing does not hide the one before it`() throws {
    let folder = try TemporaryDirectory()
    for sequence in [3, 7, 9] as [UInt64] { try folder.file(EntryName(lane: 1, sequence: sequence).text) }
    var page = try EntryPage(of: folder.path, after: nil)
    page.removeAll(after: 7)
    #expect(page.names.map(\.sequence) == [3, 7])
  }
}
