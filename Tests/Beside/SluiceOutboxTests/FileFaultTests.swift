import FoundationEssentials
import Glibc
import Sluice
import SluiceBody
import SluiceTestSupport
import SluiceTesting
import Testing

@testable import SluiceOutbox

/// Files and folders that cannot be used for a while.
@Suite(.timeLimit(.minutes(5))) struct FileFaultTests {
  private let isRefusing = Lock(false)
  private let fixture: OutboxFixture
  private let outbox: Outbox

  init() throws {
    fixture = try OutboxFixture { [isRefusing] request in
      .status(isRefusing.withLock { $0 } && request.text == "refused" ? .badRequest : .ok)
    }
    outbox = try fixture.outbox()
  }

  private func path(_ entry: Outbox.Entry) -> String { outbox.store.path(of: entry.id.name, in: .pending) }

  /// Runs the outbox until it is idle. A file that is skipped more than once, as in a run of seconds, counts once.
  private func run() async throws -> [Outbox.Event] {
    let events = try await outbox.run(with: fixture.session, untilIdle: true).collected()
    var paths: Set<String> = []
    return events.filter { event in
      if case .skipped(let path, _, _) = event { paths.insert(path).inserted } else { true }
    }
  }

  @Test func `an entry that cannot be read is skipped, and its key waits`() async throws {
    let first = try await outbox.enqueue(.post("1"), key: "k")
    try await outbox.enqueue(.post("2"), key: "k")
    for number in 3..<10 { try await outbox.enqueue(.post("\(number)")) }
    let lease = try FileLease(path(first))
    let events = try await run()
    #expect(events.count == 8 && events.count { $0.text.hasPrefix("delivered") } == 7)
    let skipped = try #require(events.first { $0.text == "skipped: file-unreadable" })
    guard case .skipped(let path, _, let time) = skipped else { return }
    #expect(path == self.path(first) && time.timeIntervalSinceNow <= 1)
    #expect(fixture.bodies.sorted() == (3..<10).map { "\($0)" })
    #expect(try await outbox.damagedFiles() == [])
    lease.end()
    #expect(try await run().count == 2)
    #expect(fixture.bodies.suffix(2) == ["1", "2"])
  }

  @Test(arguments: Outbox.Entry.Status.allCases)
  func `the entries that can be read are listed before the error of another`(
    status: Outbox.Entry.Status
  ) async throws {
    isRefusing.withLock { $0 = true }
    for number in 0..<4 { try await outbox.enqueue(.post(status == .dead ? "refused" : "\(number)")) }
    if status == .dead { _ = try await run() }
    let all = try await outbox.entries(status).collected()
    #expect(all.count == 4)
    let path = outbox.store.path(of: all[1].id.name, in: status == .dead ? .dead : .pending)
    let lease = try FileLease(path)
    var entries = outbox.entries(status).makeAsyncIterator()
    for entry in [all[0], all[2], all[3]] { #expect(try await entries.next()?.id == entry.id) }
    let error = await #expect(throws: BodyError.self) { try await entries.next() }
    #expect(error?.code == .fileUnreadable && error?.path == path)
    #expect(try await entries.next() == nil)
    lease.end()
    #expect(try await outbox.entries(status).collected().map(\.id) == all.map(\.id))
  }

  @Test func `a run tries a skipped entry again`() async throws {
    let lease = try FileLease(path(try await outbox.enqueue(.post("1"), key: "k")))
    try await outbox.enqueue(.post("2"), key: "k")
    var events: [String] = []
    for try await event in outbox.run(with: fixture.session) {
      events.append(event.text)
      lease.end()
      if events.count == 3 { break }
    }
    #expect(events == ["skipped: file-unreadable", "delivered /events 200", "delivered /events 200"])
    #expect(fixture.bodies == ["1", "2"])
  }

  @Test func `a dead entry that cannot be moved is not sent again, and ends no other`() async throws {
    isRefusing.withLock { $0 = true }
    try await outbox.enqueue(.post("refused"))
    for number in 0..<5 { try await outbox.enqueue(.post("\(number)")) }
    try fixture.directory.remove("outbox/dead")
    try fixture.directory.file("outbox/dead")
    for _ in 0..<2 {
      let events = try await run().map(\.text)
      #expect(events.count { $0 == "skipped: write-failed" } == 1, "\(events)")
    }
    #expect(fixture.bodies.sorted() == (0..<5).map { "\($0)" } + ["refused"])
    try fixture.directory.remove("outbox/dead")
    #expect(try await run().map(\.text).map { $0.prefix(14) } == ["died /events 1"])
    #expect(try await outbox.entries(.dead).collected().count == 1)
    #expect(fixture.bodies.count == 6)
  }

  @Test func `a dead entry that was not moved is listed as dead, and can be retried`() async throws {
    isRefusing.withLock { $0 = true }
    let entry = try await outbox.enqueue(.post("refused"))
    try fixture.directory.remove("outbox/dead")
    try fixture.directory.file("outbox/dead")
    _ = try await run()
    try fixture.directory.remove("outbox/dead")
    #expect(try await outbox.entries(.pending).collected().isEmpty)
    #expect(try await outbox.entries(.dead).collected().map(\.id) == [entry.id])
    isRefusing.withLock { $0 = false }
    try await outbox.retry(entry.id)
    #expect(try await outbox.entries(.dead).collected().isEmpty)
    #expect(try await run().map(\.text) == ["delivered /events 200"])
  }

  @Test func `a damaged file that cannot be set aside ends no other`() async throws {
    let damaged = try await outbox.enqueue(.post("damaged"), key: "k")
    for number in 0..<5 { try await outbox.enqueue(.post("\(number)")) }
    try Data([1, 2, 3]).write(to: URL(filePath: path(damaged)))
    try fixture.directory.remove("outbox/damaged")
    try fixture.directory.file("outbox/damaged")
    let events = try await run().map(\.text)
    #expect(events.count == 6 && events.contains("skipped: write-failed"), "\(events)")
    try fixture.directory.remove("outbox/damaged")
    #expect(try await run().map(\.text) == ["set aside: damaged-entry"])
  }

  @Test func `a folder of entries that cannot be listed ends no other`() async throws {
    let first = try await outbox.enqueue(.post("hidden"), key: "k")
    let shard = try #require(path(first).split(separator: "/").dropLast().last)
    for number in 0..<300 where EntryName.lane(of: "\(number)") & 0xFF != first.id.name.lane & 0xFF {
      try await outbox.enqueue(.post("\(number)"), key: "\(number)")
      if number >= 20 { break }
    }
    let folder = fixture.directory.path("outbox/pending/\(shard)")
    try FileManager.default.moveItem(atPath: folder, toPath: fixture.directory.path("aside"))
    _ = try fixture.directory.symbolicLink("outbox/pending/\(shard)", to: folder)
    let events = try await run().map(\.text)
    #expect(events.count { $0 == "skipped: read-failed" } == 1, "\(events)")
    #expect(events.count { $0.hasPrefix("delivered") } >= 20 && !fixture.bodies.contains("hidden"))
    try fixture.directory.remove("outbox/pending/\(shard)")
    try FileManager.default.moveItem(atPath: fixture.directory.path("aside"), toPath: folder)
    #expect(try await run().map(\.text) == ["delivered /events 200"])
  }

  @Test func `a file of the body that cannot be read now is not a changed one`() async throws {
    try fixture.directory.directory("real")
    try fixture.directory.file("real/a", [1, 2, 3])
    let link = try fixture.directory.symbolicLink("link", to: fixture.directory.path("real"))
    var request = SessionRequest.post("")
    request.body = .file(at: "\(link)/a")
    try await outbox.enqueue(request)
    // A loop of links.
    try fixture.directory.remove("link")
    _ = try fixture.directory.symbolicLink("link", to: link)
    #expect(try await run().map(\.text) == ["skipped: file-unreadable"])
    try fixture.directory.remove("link")
    _ = try fixture.directory.symbolicLink("link", to: fixture.directory.path("real"))
    #expect(try await run().map(\.text) == ["delivered /events 200"])
    #expect(fixture.stub.requests.map(\.body) == [[1, 2, 3]])
  }

  @Test func `a delivered entry whose file was left is removed, and not sent`() async throws {
    let entry = try await outbox.enqueue(.post(""))
    let file = try #require(try outbox.store.open(entry.id.name, in: .pending))
    _ = try file.write(try file.state().delivered())
    #expect(try await outbox.entries().collected().isEmpty)
    #expect(try await run().map(\.text) == [])
    #expect(try fixture.bodies == [] && fixture.files("pending") == [])
  }

  @Test func `a number that cannot be read is not taken for 0`() throws {
    // Reading this file fails at addresses that are not mapped, such as those at its start.
    let control = try ControlFile("/proc/self/mem")
    #expect(#expect(throws: BodyError.self) { try control.mark }?.code == .readFailed)
    #expect(#expect(throws: BodyError.self) { try control.lastSequence }?.code == .readFailed)
  }
}
