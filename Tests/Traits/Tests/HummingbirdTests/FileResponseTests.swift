import Foundation
import Hummingbird
import HummingbirdTesting
import NIOCore
import NIOPosix
import Sluice
import SluiceHummingbird
import Testing

/// Files, their ranges and their versions (RFC 9110 §13 and §14).
@Suite(.timeLimit(.minutes(5))) struct FileResponseTests {
  private let folder: TestFolder
  private static let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 13) }
  private static let modified = Date(timeIntervalSince1970: 784_111_777)
  private static let modifiedText = "Sun, 06 Nov 1994 08:49:37 GMT"

  init() throws {
    folder = try TestFolder()
    _ = try folder.file("a.mov", Self.bytes)
    try folder.setModified("a.mov", to: Self.modified)
    _ = try folder.file("empty", [])
    try FileManager.default.createDirectory(atPath: folder.path("folder"), withIntermediateDirectories: false)
  }

  private func withFiles(
    _ test: @Sendable (_ client: any TestClientProtocol, _ session: Session) async throws -> Void
  ) async throws {
    try await withServer { [folder] router in
      let file: @Sendable (Request, BasicRequestContext) async throws -> FileResponse = { _, context in
        let name = try context.parameters.require("name")
        return try await FileResponse(at: folder.path(name.removingPercentEncoding ?? name))
      }
      router.get("files/:name", use: file)
      router.put("files/:name", use: file)
    } _: {
      try await test($0, $1)
    }
  }

  /// Returns the tag of a file, once a later change of it could not have the same one.
  private func settledTag(_ client: any TestClientProtocol) async throws -> String {
    var tag = ""
    try await until {
      tag = try await client.execute(uri: "/files/a.mov", method: .head).headers[.eTag] ?? ""
      return !tag.hasPrefix("W/")
    }
    return tag
  }

  @Test(arguments: [HTTPRequest.Method.get, .head])
  func `a file has its length, media type and validators`(method: HTTPRequest.Method) async throws {
    try await withFiles { client, _ in
      let tag = try await settledTag(client)
      let response = try await client.execute(uri: "/files/a.mov", method: method)
      #expect(response.status == .ok)
      #expect(response.headers[.contentLength] == "1000")
      #expect(response.headers[.contentType] == "video/quicktime")
      #expect(response.headers[.acceptRanges] == "bytes")
      #expect(response.headers[.eTag] == tag)
      #expect(response.headers[.lastModified] == Self.modifiedText)
      #expect(Array(response.body.readableBytesView) == (method == .get ? Self.bytes : []))
    }
  }

  @Test(
    arguments: [
      "missing", "folder", "a.mov%2Fbelow", "fifo", "socket", "device", "loop", "dangling", "toFolder",
      "nul%00",
      "a.mov%00", String(repeating: "a", count: 300), String(repeating: "a%2F", count: 3000),
    ])
  func `anything but a regular file is not found`(name: String) async throws {
    let links = ["loop": "loop", "dangling": "nowhere", "toFolder": "folder", "device": "/dev/zero"]
    for (name, target) in links { #expect(symlink(target, folder.path(name)) == 0) }
    #expect(mkfifo(folder.path("fifo"), 0o600) == 0)
    let socket = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .bind(unixDomainSocketPath: folder.path("socket")).get()
    try await withFiles { client, session in
      for method in [HTTPRequest.Method.get, .head] {
        let response = try await client.execute(uri: "/files/\(name)", method: method)
        #expect(response.status == .notFound)
      }
    }
    try await socket.close()
  }

  @Test(.enabled(if: geteuid() != 0)) func `a file that the process may not read is not found`() async throws
  {
    #expect(chmod(folder.path("a.mov"), 0) == 0)
    try await withFiles { client, _ in
      let response = try await client.execute(uri: "/files/a.mov", method: .get)
      #expect(response.status == .notFound)
    }
  }

  @Test(
    arguments: [
      ("bytes=0-0", 0..<1), ("bytes=0-499", 0..<500), ("bytes=500-999", 500..<1000),
      ("bytes=999-", 999..<1000),
      ("bytes=0-", 0..<1000), ("bytes=-1", 999..<1000), ("bytes=-1000", 0..<1000), ("bytes=-5000", 0..<1000),
      ("bytes=990-99999999999999999999999", 990..<1000), ("BYTES=1-2", 1..<3), ("bytes= 1-2 ,", 1..<3),
      ("bytes=0-1,5000-", 0..<2),
    ] as [(String, Range<Int>)])
  func `a range is sent with its position`(text: String, range: Range<Int>) async throws {
    try await withFiles { client, _ in
      let response = try await client.execute(uri: "/files/a.mov", method: .get, headers: [.range: text])
      #expect(response.status == .partialContent)
      #expect(response.headers[.contentRange] == "bytes \(range.lowerBound)-\(range.upperBound - 1)/1000")
      #expect(response.headers[.contentLength] == "\(range.count)")
      #expect(Array(response.body.readableBytesView) == Array(Self.bytes[range]))
    }
  }

  @Test(arguments: [
    "bytes=1000-", "bytes=1000-2000", "bytes=-0", "bytes=99999999999999999999-", "bytes=1000-,-0",
  ])
  func `a range outside of the file is refused with its length`(text: String) async throws {
    try await withFiles { client, _ in
      let response = try await client.execute(uri: "/files/a.mov", method: .get, headers: [.range: text])
      #expect(response.status == .rangeNotSatisfiable)
      #expect(response.headers[.contentRange] == "bytes */1000")
      #expect(response.body.readableBytes == 0)
    }
  }

  @Test(
    arguments: [
      "", "bytes", "bytes=", "bytes=,", "bytes=-", "bytes=a-b", "bytes=5-1", "bytes=+1-2", "bytes=1",
      "bytes=1-2-3",
      "bytes=1-2 4-5", "lines=0-1", "bytes=0-5,3-9", "bytes=5-9,0-4", "bytes=0-1,x",
      "bytes=" + (0..<17).map { "\($0 * 2)-\($0 * 2)" }.joined(separator: ","),
    ])
  func `a range that is malformed or of no use is ignored`(text: String) async throws {
    try await withFiles { client, _ in
      let response = try await client.execute(uri: "/files/a.mov", method: .get, headers: [.range: text])
      #expect(response.status == .ok)
      #expect(response.headers[.contentRange] == nil)
      #expect(Array(response.body.readableBytesView) == Self.bytes)
    }
  }

  @Test func `a range of an empty file is ignored, and so is one in a method other than GET`() async throws {
    try await withFiles { client, _ in
      let empty = try await client.execute(uri: "/files/empty", method: .get, headers: [.range: "bytes=0-9"])
      #expect(empty.status == .ok)
      #expect(empty.headers[.contentLength] == "0")
      for method in [HTTPRequest.Method.head, .put] {
        let response = try await client.execute(
          uri: "/files/a.mov", method: method, headers: [.range: "bytes=0-9"])
        #expect(response.status == .ok)
        #expect(response.headers[.contentLength] == "1000")
      }
    }
  }

  @Test func `several ranges are sent as parts`() async throws {
    try await withFiles { client, _ in
      let response = try await client.execute(
        uri: "/files/a.mov", method: .get, headers: [.range: "bytes=0-0, 10-19, 5000-, -1"])
      #expect(response.status == .partialContent)
      #expect(response.headers[.contentRange] == nil)
      #expect(response.headers[.contentLength] == "\(response.body.readableBytes)")
      let type = try #require(response.headers[.contentType])
      let parts = try await MultipartReader(response.body.readableBytesView, contentType: type).collect(
        upTo: 100)
      #expect(parts.map(\.contentRange?.range) == [0..<1, 10..<20, 999..<1000])
      #expect(
        parts.map(\.mediaType?.description) == ["video/quicktime", "video/quicktime", "video/quicktime"])
      let ranges = [Self.bytes[0..<1], Self.bytes[10..<20], Self.bytes[999...]]
      #expect(parts.map(\.bytes) == ranges.map { Array($0) })
    }
  }

  struct Condition: Sendable, CustomTestStringConvertible {
    var name: HTTPField.Name
    /// The value, with `TAG` for the tag of the file.
    var value: String
    var method = HTTPRequest.Method.get
    var status: HTTPResponse.Status

    var testDescription: String { "\(method) with \(name): \(value)" }

    static let before = "Sun, 06 Nov 1994 08:49:36 GMT"
    static let same = FileResponseTests.modifiedText
    static let after = "Sunday, 06-Nov-94 08:49:38 GMT"

    static let all: [Condition] = [
      Condition(name: .ifNoneMatch, value: "TAG", status: .notModified),
      Condition(name: .ifNoneMatch, value: "W/TAG", status: .notModified),
      Condition(name: .ifNoneMatch, value: "\"a,b\", TAG", status: .notModified),
      Condition(name: .ifNoneMatch, value: "*", status: .notModified),
      Condition(name: .ifNoneMatch, value: "TAG", method: .head, status: .notModified),
      Condition(name: .ifNoneMatch, value: "TAG", method: .put, status: .preconditionFailed),
      Condition(name: .ifNoneMatch, value: "\"other\"", status: .ok),
      Condition(name: .ifNoneMatch, value: "malformed", status: .ok),
      Condition(name: .ifModifiedSince, value: same, status: .notModified),
      Condition(name: .ifModifiedSince, value: after, status: .notModified),
      Condition(name: .ifModifiedSince, value: before, status: .ok),
      Condition(name: .ifModifiedSince, value: "yesterday", status: .ok),
      Condition(name: .ifModifiedSince, value: same, method: .put, status: .ok),
      Condition(name: .ifMatch, value: "TAG", status: .ok),
      Condition(name: .ifMatch, value: "*", status: .ok),
      Condition(name: .ifMatch, value: "\"other\", TAG", status: .ok),
      Condition(name: .ifMatch, value: "W/TAG", status: .preconditionFailed),
      Condition(name: .ifMatch, value: "\"other\"", status: .preconditionFailed),
      Condition(name: .ifUnmodifiedSince, value: same, status: .ok),
      Condition(name: .ifUnmodifiedSince, value: before, status: .preconditionFailed),
    ]
  }

  @Test func `conditions select the version`() async throws {
    try await withFiles { client, _ in
      let tag = try await settledTag(client)
      for condition in Condition.all {
        let response = try await client.execute(
          uri: "/files/a.mov", method: condition.method,
          headers: [condition.name: condition.value.replacing("TAG", with: tag)])
        #expect(response.status == condition.status, "\(condition.testDescription)")
        if response.status == .notModified {
          #expect(response.headers[.eTag] == tag)
          #expect(response.headers[.contentLength] == nil)
        }
      }
    }
  }

  @Test func `a range is sent if the version is the same, byte for byte`() async throws {
    try await withFiles { client, _ in
      let tag = try await settledTag(client)
      let cases: [(String, HTTPResponse.Status)] = [
        (tag, .partialContent), ("W/" + tag, .ok), ("\"other\"", .ok), (Self.modifiedText, .partialContent),
        (Condition.before, .ok), (Condition.after, .ok), ("malformed", .ok),
      ]
      for (condition, status) in cases {
        let response = try await client.execute(
          uri: "/files/a.mov", method: .get, headers: [.range: "bytes=0-9", .ifRange: condition])
        #expect(response.status == status, "\(condition)")
        #expect(response.body.readableBytes == (status == .ok ? 1000 : 10))
      }
    }
  }

  @Test func `the precedence of conditions is that of the standard`() async throws {
    try await withFiles { client, _ in
      let tag = try await settledTag(client)
      let ignoredDate = try await client.execute(
        uri: "/files/a.mov", method: .get,
        headers: [.ifNoneMatch: "\"other\"", .ifModifiedSince: Self.modifiedText])
      #expect(ignoredDate.status == .ok)
      let failed = try await client.execute(
        uri: "/files/a.mov", method: .get, headers: [.ifMatch: "\"other\"", .ifNoneMatch: tag])
      #expect(failed.status == .preconditionFailed)
      let notModified = try await client.execute(
        uri: "/files/a.mov", method: .get, headers: [.ifNoneMatch: tag, .range: "bytes=5000-"])
      #expect(notModified.status == .notModified)
    }
  }

  @Test func `a file that may change within the same time has a weak tag and no date`() async throws {
    try folder.setModified("a.mov", to: .now.addingTimeInterval(3600))
    try await withFiles { client, _ in
      let response = try await client.execute(uri: "/files/a.mov", method: .get)
      let tag = try #require(response.headers[.eTag])
      #expect(tag.hasPrefix("W/\""))
      #expect(response.headers[.lastModified] == nil)
      let range = try await client.execute(
        uri: "/files/a.mov", method: .get, headers: [.range: "bytes=0-9", .ifRange: tag])
      #expect(range.status == .ok)
      let cached = try await client.execute(uri: "/files/a.mov", method: .get, headers: [.ifNoneMatch: tag])
      #expect(cached.status == .notModified)
    }
  }

  @Test func `a file that has changed since the head was made is not sent`() async throws {
    try await withServer { [folder] router in
      router.get("changed") { _, _ in
        let response = try await FileResponse(at: folder.path("a.mov"))
        _ = try folder.file("a.mov", [UInt8](repeating: 0, count: 1000))
        return response
      }
    } _: { client, _ in
      let text = try await withConnection(to: client.port ?? 0) { inbound, outbound in
        try await outbound.write(ByteBuffer(string: "GET /changed HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        var text = ""
        for try await buffer in inbound { text += String(buffer: buffer) }
        return text
      }
      #expect(text.hasPrefix("HTTP/1.1 200"))
      #expect(text.hasSuffix("\r\n\r\n"))
    }
  }

  @Test func `a download in segments gets the file`() async throws {
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 5) }
    _ = try folder.file("large.bin", bytes)
    try await withFiles { [folder] client, session in
      try await until {
        try await client.execute(uri: "/files/large.bin", method: .head).headers[.eTag]?.hasPrefix("\"")
          == true
      }
      var options = DownloadOptions()
      options.maximumConcurrentCount = 4
      try await session.download("files/large.bin", to: .file(folder.path("copy")), options: options)
      #expect(try Data(contentsOf: URL(filePath: folder.path("copy"))) == Data(bytes))
    }
  }
}
