import FoundationEssentials
import Glibc
import HTTPTypes
import Sluice
import SluiceBody
import SluiceTestSupport
import SluiceTesting
import Testing

@testable import SluiceOutbox

/// What is in the folder, and what happens if something else is.
@Suite(.timeLimit(.minutes(5))) struct StoringTests {
  private let fixture: OutboxFixture
  private let outbox: Outbox

  init() throws {
    fixture = try OutboxFixture()
    outbox = try fixture.outbox()
  }

  private func expectRefusal(
    _ code: ErrorCode, _ request: SessionRequest, at location: SourceLocation = #_sourceLocation
  ) async throws {
    await #expect(sourceLocation: location) { try await outbox.enqueue(request) } throws: {
      ($0 as? OutboxError)?.code == code
    }
    #expect(try fixture.files("pending") == [] && fixture.files("incoming") == [], sourceLocation: location)
  }

  @Test func `a request that cannot be stored is refused`() async throws {
    var request = SessionRequest.post("")
    request.head.authority = nil
    try await expectRefusal(.unsupportedRequest, request)
    request = .post("")
    request.body = .file(at: fixture.directory.path("missing"))
    try await expectRefusal(.unsupportedRequest, request)
    request.body = .async(AsyncStream<[UInt8]> { $0.finish() })
    try await expectRefusal(.unsupportedRequest, request)
    request.body = MultipartForm { FormField("a", "b") }
    request.head.headerFields[.contentType] = "application/json"
    try await expectRefusal(.unsupportedRequest, request)
    request.body = BytesSource([UInt8](repeating: 0, count: Outbox.maximumEntryByteCount))
    try await expectRefusal(.requestTooLarge, request)
  }

  @Test func `only the owner can read the folder and its files`() async throws {
    try await outbox.enqueue(.post(""))
    let paths = ["", "/control", "/pending", "/pending/" + (try fixture.files("pending")[0])]
    for path in paths {
      let attributes = try FileManager.default.attributesOfItem(atPath: fixture.folder + path)
      #expect((attributes[.posixPermissions] as? Int).map { $0 & 0o77 } == 0, "\(path)")
    }
  }

  @Test func `an own idempotency key is kept`() async throws {
    var request = SessionRequest.post("")
    request.head.headerFields[.idempotencyKey] = "mine"
    #expect(try await outbox.enqueue(request).idempotencyKey == "mine")
    _ = try await fixture.run(outbox)
    #expect(fixture.keys == ["mine"])
  }

  @Test func `a form with a file is sent from its path`() async throws {
    try fixture.directory.file("a.txt", Array("content".utf8))
    let form = MultipartForm {
      FormField("title", "t")
      FormFile("file", at: fixture.directory.path("a.txt"))
    }
    var request = SessionRequest.post("")
    request.body = form
    try await outbox.enqueue(request)
    #expect(try await fixture.run(outbox) == ["delivered /events 200"])
    let sent = try #require(fixture.stub.requests.first)
    #expect(sent.fields[.contentType] == form.contentType)
    #expect(sent.body.count == Int(try form.byteCount ?? 0) && sent.text.contains("content"))
  }

  @Test(arguments: ["grown", "touched", "removed", "a directory"])
  func `a file that has changed is not sent`(change: String) async throws {
    try fixture.directory.file("a", [1, 2, 3])
    var request = SessionRequest.post("")
    request.body = .joined([.text("head"), .file(at: fixture.directory.path("a"))])
    try await outbox.enqueue(request)
    switch change {
    case "grown": try fixture.directory.append([4], to: "a")
    case "touched":
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: fixture.directory.path("a"))
    case "removed": try fixture.directory.remove("a")
    default:
      try fixture.directory.remove("a")
      try fixture.directory.directory("a")
    }
    let events = try await fixture.run(outbox)
    #expect(events.count == 1)
    let text = try #require(events.first)
    #expect(text.hasPrefix("died /events 0: file-changed: \(fixture.directory.path("a")): "), "\(text)")
    #expect(fixture.bodies == [])
  }

  @Test(arguments: ["replaced", "changed in place"])
  func `a file with the same size and modification time is recognized`(change: String) async throws {
    try fixture.directory.file("a", [1, 2, 3])
    let time = Date(timeIntervalSince1970: 1_700_000_000)
    let touch = { (name: String) in
      try FileManager.default.setAttributes(
        [.modificationDate: time], ofItemAtPath: fixture.directory.path(name))
    }
    try touch("a")
    var request = SessionRequest.post("")
    request.body = .file(at: fixture.directory.path("a"))
    try await outbox.enqueue(request)
    if change == "replaced" {
      try fixture.directory.file("b", [4, 5, 6])
      try fixture.directory.remove("a")
      try FileManager.default.moveItem(
        atPath: fixture.directory.path("b"), toPath: fixture.directory.path("a"))
    } else {
      let before = try FileStatus(ofFileAt: fixture.directory.path("a")).changed
      // Until the clock of the file system has another time.
      repeat {
        try Descriptor.open(fixture.directory.path("a"), flags: O_WRONLY).write([4, 5, 6].span, at: 0)
      } while try FileStatus(ofFileAt: fixture.directory.path("a")).changed == before
    }
    try touch("a")
    let events = try await fixture.run(outbox)
    #expect(events.count == 1)
    #expect(events.first?.hasPrefix("died /events 0: file-changed: ") == true, "\(events)")
    #expect(
      events.first?.contains("\(change == "replaced" ? "replaced" : "changed") after") == true, "\(events)")
    #expect(fixture.bodies == [])
  }

  /// The files of version 0.2 have no inode and no time of change.
  @Test(arguments: [false, true]) func `an entry of version 0.2 is checked by what it has`(
    isModified: Bool
  ) async throws {
    try fixture.directory.file("a", [1, 2, 3])
    let time = Date(timeIntervalSince1970: 1_700_000_000)
    let path = fixture.directory.path("a")
    try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
    var request = SessionRequest.post("")
    request.body = .file(at: path)
    let entry = try await outbox.enqueue(request)
    let file = outbox.store.path(of: entry.id.name, in: .pending)
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
    let (frame, _) = try #require(Frame.parse(bytes[EntryFile.headByteCount...]))
    var text = String(decoding: frame, as: UTF8.self)
    text.replace(/,"(inode|changedSeconds|changedNanoseconds)":[0-9]+/, with: "")
    #expect(!text.contains("inode") && !text.contains("changed") && text.contains("nanoseconds"))
    let old = Array(bytes[..<EntryFile.headByteCount]) + Frame.bytes(of: Array(text.utf8))
    try Data(old).write(to: URL(filePath: file))

    // Another file, with the same size.
    try fixture.directory.remove("a")
    try fixture.directory.file("a", [4, 5, 6])
    if !isModified { try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path) }
    let events = try await fixture.run(outbox)
    #expect(events.map { $0.prefix(9) } == [isModified ? "died /eve" : "delivered"])
  }

  @Test func `damaged files are set aside, and do not block others with their key`() async throws {
    let kinds: [@Sendable (String) throws -> Void] = [
      { _ = try Data().write(to: URL(filePath: $0)) },
      { _ = try Data("sluice-outbox 2\n".utf8).write(to: URL(filePath: $0)) },
      { path in
        var data = try Data(contentsOf: URL(filePath: path))
        data[data.count - 20] ^= 1
        try data.write(to: URL(filePath: path))
      },
      { path in
        var data = try Data(contentsOf: URL(filePath: path))
        data.append(0x20)
        try data.write(to: URL(filePath: path))
      },
      { path in
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
      },
      { path in
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
      },
      { path in
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      },
      // The file of another entry.
      { path in
        let other = try Data(contentsOf: URL(filePath: path))
        try FileManager.default.removeItem(atPath: path)
        try other.write(to: URL(filePath: String(path.dropLast(3)) + "fff"))
      },
    ]
    for kind in kinds {
      let first = try await outbox.enqueue(.post("first"), key: "k")
      try await outbox.enqueue(.post("second"), key: "k")
      try kind(
        "\(fixture.folder)/pending/\(fixture.files("pending").first { $0.hasSuffix("\(first.id)") } ?? "")")
      let events = try await fixture.run(outbox)
      #expect(events.sorted() == ["delivered /events 200", "set aside: damaged-entry"])
    }
    #expect(fixture.bodies == Array(repeating: "second", count: kinds.count))
    #expect(try await outbox.damagedFiles().count == kinds.count)
    for path in try await outbox.damagedFiles() where !path.hasSuffix("fff") {
      let id = try #require(Outbox.Entry.ID(String(path.suffix(33))))
      // A directory cannot be dropped.
      try? await outbox.drop(id)
    }
    #expect(try await outbox.damagedFiles().count == 2)
  }

  @Test func `a file that was set aside stays when another one with its name follows`() async throws {
    let entry = try await outbox.enqueue(.post("first"), key: "k")
    let path = outbox.store.path(of: entry.id.name, in: .pending)
    for number: UInt8 in 1...3 {
      try Data([number]).write(to: URL(filePath: path))
      #expect(try await fixture.run(outbox) == ["set aside: damaged-entry"])
      #expect(!isTaken(path))
    }
    let paths = try await outbox.damagedFiles()
    let contents = try paths.map { try Array(Data(contentsOf: URL(filePath: $0))) }
    #expect(Set(contents) == [[1], [2], [3]])
    #expect(paths.first == outbox.store.path(of: entry.id.name, in: .damaged))
  }

  @Test func `an entry is not moved over another one with its name`() async throws {
    let name = try await outbox.enqueue(.post("first"), key: "k").id.name
    let (pending, dead) = (outbox.store.path(of: name, in: .pending), outbox.store.path(of: name, in: .dead))
    let first = try Data(contentsOf: URL(filePath: pending))
    #expect(try outbox.store.move(name, from: .pending, to: .dead) == dead)
    #expect(try outbox.store.move(name, from: .pending, to: .dead) == nil)
    try Data([2]).write(to: URL(filePath: pending))
    let error = #expect(throws: BodyError.self) { try outbox.store.move(name, from: .dead, to: .pending) }
    #expect(error?.code == .fileExists)
    #expect(
      try outbox.store.move(name, from: .pending, to: .dead) == outbox.store.path(of: name, in: .damaged))
    #expect(try Data(contentsOf: URL(filePath: dead)) == first)
    // Where files have no atomic rename, a killed process may leave both names.
    try FileManager.default.linkItem(atPath: dead, toPath: pending)
    #expect(try outbox.store.move(name, from: .pending, to: .dead) == dead)
    #expect(try !isTaken(pending) && Data(contentsOf: URL(filePath: dead)) == first)
  }

  @Test func `any other byte in an entry is noticed, or changes nothing`() async throws {
    try await outbox.enqueue(.post("body"), key: "k")
    let name = try #require(try fixture.files("pending").first)
    let original = try fixture.directory.contents("outbox/pending/\(name)")
    let state = try EntryFile.state(of: original)
    for index in original.indices {
      var bytes = original
      bytes[index] ^= 0x40
      let isState = try? EntryFile.state(of: bytes) == state
      let content: EntryContent.Body? = try? EntryFile.content(of: bytes)
      // The bytes after a state and after the signature have no meaning.
      #expect(isState != false && (index < 1536 || content == nil), "byte \(index)")
    }
    for count in 0..<original.count {
      let cut = Array(original.prefix(count))
      let content: EntryContent.Body? = try? EntryFile.content(of: cut)
      #expect(content == nil)
      if count < 1536 { #expect(throws: OutboxError.self) { try EntryFile.state(of: cut) } }
    }
  }

  @Test func `an attempt that could not move its dead entry is completed`() async throws {
    let entry = try await outbox.enqueue(.post(""))
    let file = try #require(try outbox.store.open(entry.id.name, in: .pending))
    _ = try file.write(EntryState().failing("refused", at: .now, due: nil))
    #expect(try await fixture.run(outbox) == ["died /events 1: refused"])
    #expect(fixture.bodies == [])
    #expect(try fixture.files("dead").count == 1)
  }

  @Test func `foreign files are left alone`() async throws {
    try await outbox.enqueue(.post(""))
    let shard = try #require(try fixture.files("pending").first).prefix(3)
    try fixture.directory.file("outbox/pending/\(shard).nfs000", [1])
    try fixture.directory.file("outbox/pending/note", [1])
    #expect(try await fixture.run(outbox).count == 1)
    #expect(try fixture.files("pending").count == 2)
  }

  @Test func `sequences increase, whatever happened to the control file`() async throws {
    var last = try outbox.store.control.nextSequence()
    let mark = Array("Sluice outbox, version 1".utf8)
    let numbers: [UInt8] = [9, 8, 7, 6, 5, 4, 3, 0] + [UInt8](repeating: 0xFF, count: 8)
    let cut = numbers + Array(mark.prefix(12))
    let contents: [[UInt8]] = [
      [], numbers, cut, cut + [0, 0], [UInt8](repeating: 0, count: 40),
      [UInt8](repeating: 0xFF, count: 16) + mark,
    ]
    for bytes in contents {
      try fixture.directory.file("outbox/control", bytes)
      for _ in 0..<10 {
        let next = try fixture.outbox().store.control.nextSequence()
        #expect(next > last && next < EntryName.sequenceLimit / 2)
        last = next
      }
    }
  }

  @Test(arguments: [
    "x", "precious", "sixteen bytes, x", "precious text, longer than forty bytes in all, surely",
  ]) func `another program's control file does not make an outbox`(text: String) throws {
    let folder = try fixture.directory.directory("mine")
    for name in ["incoming", "pending", "dead", "damaged"] { try fixture.directory.directory("mine/\(name)") }
    let file = try fixture.directory.file("mine/control", Array(text.utf8))
    let error = #expect(throws: BodyError.self) { try Outbox(folder: folder) }
    #expect(error?.code == .folderNotEmpty)
    #expect(
      #expect(throws: BodyError.self) { try ControlFile(file).addOutboxMark() }?.code == .folderNotEmpty)
    #expect(try fixture.directory.contents("mine/control") == Array(text.utf8))
  }

  @Test func `sequences of many threads and instances differ`() async throws {
    let all = try await withThrowingTaskGroup(of: [UInt64].self) { group in
      for _ in 0..<4 {
        group.addTask {
          let store = try fixture.outbox().store
          return try (0..<200).map { _ in try store.control.nextSequence() }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(Set(all).count == 800)
  }

  @Test func `a folder of any size is listed in order, in pages`() throws {
    let folder = try fixture.directory.directory("many")
    let count = 2 * EntryPage.maximumCount + 100
    for number in 0..<count {
      // In another order than that of the names.
      let name = EntryName(lane: UInt64(number * 7919 % count) << 8, sequence: UInt64(number))
      _ = try Descriptor.create("\(folder)/\(name.text)")
    }
    var pages: [Int] = []
    var names: [EntryName] = []
    while true {
      let page = try EntryPage(of: folder, after: names.last)
      pages.append(page.names.count)
      names += page.names
      if !page.isCut { break }
    }
    #expect(pages == [EntryPage.maximumCount, EntryPage.maximumCount, 100])
    #expect(names.map(\.lane) == (0..<UInt64(count)).map { $0 << 8 })
  }

  @Test func `leftovers of a killed process are removed after a day`() throws {
    _ = try fixture.outbox()
    for name in [".sluice-old", ".sluice-new", "mail"] {
      try fixture.directory.file("outbox/incoming/\(name)")
    }
    for name in [".sluice-old", "mail"] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -90_000)],
        ofItemAtPath: fixture.directory.path("outbox/incoming/\(name)"))
    }
    _ = try fixture.outbox()
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(fixture.folder)/incoming")
    #expect(Set(names) == [".sluice-new", "mail"])
  }

  @Test func `a folder that cannot be made is an error`() throws {
    try fixture.directory.file("file")
    for path in ["", "a\0b", fixture.directory.path("file/x")] {
      #expect { _ = try Outbox(folder: path) } throws: { ($0 as? BodyError)?.code == .writeFailed }
    }
  }
}
