import HTTPTypes
import Testing

@testable import SluiceCache

@Suite(.timeLimit(.minutes(1))) struct StoredHeadTests {
  private let head: StoredHead

  init() {
    var head = StoredHead(
      status: .init(code: 203, reasonPhrase: "Fine"),
      fields: HTTPFields([("ETag", "\"ü\""), ("X-A", ""), ("X-A", "b"), ("Cache-Control", "max-age=5")]),
      httpVersion: "2", requestTime: -5, responseTime: .max,
      selectingFields: SelectingFields(names: ["a", "b"]), completeLength: nil)
    head.offset = 7
    self.head = head
  }

  @Test func `a head is restored`() throws {
    let metadata = try #require(head.metadata)
    let restored = try #require(StoredHead(metadata: metadata))
    #expect(restored == head && restored.control.maximumAge == 5 && restored.status.reasonPhrase == "Fine")
  }

  @Test func `a field that is not UTF-8 is restored`() throws {
    let field = HTTPField(name: .location, value: [0x2F, 0xF8])
    let head = StoredHead(
      status: .movedPermanently, fields: HTTPFields([field]), httpVersion: "1.1", requestTime: 0,
      responseTime: 0,
      selectingFields: SelectingFields(names: []), completeLength: nil)
    #expect(StoredHead(metadata: try #require(head.metadata))?.fields.first == field)
  }

  @Test func `no shorter or longer text is a head, and no changed byte traps`() throws {
    let metadata = try #require(head.metadata)
    for count in 0..<metadata.count { #expect(StoredHead(metadata: Array(metadata.prefix(count))) == nil) }
    #expect(StoredHead(metadata: metadata + [0]) == nil)
    for index in metadata.indices {
      for byte in [UInt8(0), 0x7F, 0x80, 0xFF, metadata[index] ^ 1] {
        var changed = metadata
        changed[index] = byte
        _ = StoredHead(metadata: changed)?.freshness(at: 0, heuristics: true)
      }
    }
  }

  @Test func `a head of more than 256 KiB is not stored`() {
    let fields = HTTPFields([("X-A", String(repeating: "a", count: 256 << 10))])
    let large = StoredHead(
      status: .ok, fields: fields, httpVersion: "2", requestTime: 0, responseTime: 0,
      selectingFields: SelectingFields(names: []), completeLength: nil)
    #expect(large.metadata == nil)
  }

  @Test func `fields of the connection, cookies and named fields are not stored`() {
    let fields = HTTPFields([
      ("Connection", "close, X-Hop"), ("X-Hop", "1"), ("Keep-Alive", "1"), ("Transfer-Encoding", "chunked"),
      ("Set-Cookie", "a=b"), ("Content-Length", "1"), ("Proxy-Authenticate", "Basic"), ("X-Secret", "1"),
      ("Cache-Control", "no-cache=\"X-Secret\""), ("Content-Encoding", "gzip"), ("Vary", "Accept-Encoding"),
    ])
    let head = StoredHead(
      status: .ok, fields: fields, httpVersion: "1.1", requestTime: 0, responseTime: 0,
      selectingFields: SelectingFields(names: []), completeLength: 1)
    #expect(head.fields.map(\.name) == [.cacheControl, .contentEncoding, .vary])
  }

  @Test func `an update replaces fields, but not those of the stored bytes`() {
    var updated = head
    updated.update(
      with: HTTPFields([
        ("X-A", "new"), ("X-B", "1"), ("Content-Encoding", "gzip"), ("Content-Length", "9"),
        ("Set-Cookie", "a"),
        ("Cache-Control", "max-age=9"),
      ]), requestTime: 1, responseTime: 2)
    #expect(
      updated.fields
        == HTTPFields([
          ("ETag", "\"ü\""), ("X-A", "new"), ("X-B", "1"), ("Cache-Control", "max-age=9"),
        ]))
    #expect(updated.control.maximumAge == 9 && updated.responseTime == 2)
  }

  @Test func `an update has no age and no date of the earlier response`() {
    var updated = StoredHead(
      status: .ok,
      fields: HTTPFields([
        ("Cache-Control", "max-age=60"), ("Date", "Sun, 06 Nov 1994 08:49:37 GMT"), ("Age", "9"),
      ]), httpVersion: "2", requestTime: 0, responseTime: 0, selectingFields: SelectingFields(names: []),
      completeLength: nil)
    let time = TestClock.start + 100_000
    updated.update(with: HTTPFields([("ETag", "\"1\"")]), requestTime: time, responseTime: time)
    #expect(updated.fields == HTTPFields([("Cache-Control", "max-age=60"), ("ETag", "\"1\"")]))
    #expect(updated.freshness(at: time, heuristics: false) == Freshness(lifetime: 60_000, age: 0))
  }

  @Test func `an update stores no fields that the stored directives exclude`() {
    var updated = StoredHead(
      status: .ok, fields: HTTPFields([("Cache-Control", "no-cache=\"X-Secret\"")]), httpVersion: "2",
      requestTime: 0, responseTime: 0, selectingFields: SelectingFields(names: []), completeLength: nil)
    let new = HTTPFields([("X-Secret", "1"), ("X-A", "2"), ("Set-Cookie", "a=b")])
    updated.update(with: new, requestTime: 1, responseTime: 2)
    #expect(updated.fields.map(\.value) == ["no-cache=\"X-Secret\"", "2"])
    #expect(updated.passedFields(of: new).map(\.value) == ["1", "a=b"])
  }
}
