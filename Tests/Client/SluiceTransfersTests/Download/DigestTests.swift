import FoundationEssentials
import Sluice
import SluiceBody
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

@testable import SluiceSession
@testable import SluiceTransfers
@testable import SluiceTransport

/// Downloads whose size or digest is known. The digests were computed by `sha256sum` and `openssl`.
@Suite(.timeLimit(.minutes(5))) struct DigestTests {
  private let folder: TemporaryDirectory
  private var path: String { folder.path("file") }
  /// The SHA-256 of `abc`.
  private static let hex = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
  private static let base64 = "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="
  /// The SHA-256 of nothing.
  private static let other = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="

  init() throws { folder = try TemporaryDirectory() }

  /// Downloads `abc` with the given fields.
  private func download(
    _ fields: ServedFile.Fields = [], body: [UInt8] = Array("abc".utf8),
    _ change: (inout DownloadOptions) -> Void = { _ in },
    configure: (inout Session.Configuration) -> Void = { _ in }
  ) async throws -> DownloadedFile {
    var options = DownloadOptions()
    change(&options)
    return try await withServer {
      _ = $0
      try $1.respond(200, headers: fields, body: body)
    } configure: {
      configure(&$0)
    } test: { session, _ in
      try await session.download("", to: .file(path), options: options)
    }
  }

  @Test(arguments: [hex, hex.uppercased()]) func `an expected digest is verified`(digest: String) async throws
  {
    let file = try await download { $0.expectedSHA256 = digest }
    #expect(file.sha256 == Self.hex)
    #expect(try folder.names() == ["file"])
  }

  @Test(arguments: [1, 4], [true, false])
  func `another digest or size is an error, and nothing is left`(segments: Int, isSize: Bool) async throws {
    try folder.file("file", [1])
    try await withServer(ServedFile(content: patternedBytes(1_200_000)).answer) { session, _ in
      var options = DownloadOptions.test(segments: segments)
      if isSize { options.expectedByteCount = 1_200_001 } else { options.expectedSHA256 = Self.hex }
      let error = await #expect(throws: SessionError.self) {
        try await session.download("", to: .file(path), options: options)
      }
      #expect(error?.code == (isSize ? .sizeMismatch : .digestMismatch))
      #expect(error?.message.contains(isSize ? "1200000 bytes instead of 1200001" : Self.hex) == true)
    }
    #expect(try folder.names() == ["file"] && folder.contents("file") == [1])
  }

  /// Without a declared length.
  @Test(arguments: [2, 4]) func `the size is counted`(expected: Int64) async throws {
    try await withServer {
      _ = $0
      try $1.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n")
    } test: { session, _ in
      var options = DownloadOptions()
      options.expectedByteCount = expected
      let error = await #expect(throws: SessionError.self) {
        try await session.download("", to: .file(path), options: options)
      }
      #expect(error?.code == .sizeMismatch)
      options.expectedByteCount = 3
      try await session.download("", to: .file(path), options: options)
    }
    #expect(try folder.contents("file") == Array("abc".utf8))
  }

  @Test(arguments: ["", "abc", String(repeating: "g", count: 64), String(repeating: "a", count: 65)])
  func `a malformed digest is refused before anything is sent`(text: String) async throws {
    try await withServer {
      try $1.respond(200)
    } test: { session, server in
      var options = DownloadOptions()
      options.expectedSHA256 = text
      let error = await #expect(throws: SessionError.self) {
        try await session.download("", to: .file(path), options: options)
      }
      #expect(error?.code == .invalidConfiguration && server.acceptedConnections == 0)
    }
  }

  /// Whether the digest is used, and whether it is the right one.
  @Test(
    arguments: [
      "Repr-Digest": ("Repr-Digest", "sha-256=:\(base64):", true),
      "other": ("Repr-Digest", "sha-256=:\(other):", false),
      "Content-Digest": ("Content-Digest", "sha-256=:\(base64):", true),
      "other content": ("Content-Digest", "sha-256=:\(other):", false),
      "Digest": ("Digest", "SHA-256=\(base64)", true),
      "lower case": ("Digest", "md5=x, sha-256=\(other)", false),
      "no padding": ("Repr-Digest", "sha-256=:\(base64.dropLast()):", true),
      "other without padding": ("Content-Digest", "sha-256=:\(other.dropLast()):", false),
      "several": ("Repr-Digest", "sha-512=:AAAA:, sha-256=:\(base64):", true),
      "parameter": ("Repr-Digest", "sha-256=:\(other):;a=1", false),
      "last counts": ("Repr-Digest", "sha-256=:\(other):, sha-256=:\(base64):", true),
    ] as NamedCases<(name: String, value: String, isRight: Bool)>)
  func `a digest that the server sends is verified`(
    field: NamedCase<(name: String, value: String, isRight: Bool)>
  ) async throws {
    let result = await Result.catching { try await download([(field.value.name, field.value.value)]) }
    if field.value.isRight {
      #expect(try result.get().sha256 == Self.hex)
    } else {
      #expect(#expect(throws: SessionError.self) { try result.get() }?.code == .digestMismatch)
      #expect(try folder.names() == [])
    }
  }

  @Test(arguments: [
    "sha-512=:AAAA:", "sha-256=\(other)", "sha-256=:\(other)", "sha-256=:AAAA:", "sha-256=:!:",
    "SHA-256=:\(other):",
    "", "sha-256", "sha-256=:\(other):x", "sha-256=:\(other):, =", "sha-256=:\(other):,",
  ]) func `a malformed or unknown digest is ignored`(value: String) async throws {
    let file = try await download([("Repr-Digest", value)])
    #expect(file.sha256 == nil)
  }

  /// The digest is that of the coded bytes.
  @Test(arguments: [true, false]) func `the digest of a coded file is verified unless it is decoded`(
    decodes: Bool
  ) async throws {
    let coded = try await readAll(GzipSource(.bytes(Array("abc".utf8))).makeReader())
    var hash = SHA256()
    hash.update(coded.span)
    let fields = [("Content-Encoding", "gzip"), ("Repr-Digest", "sha-256=:\(Self.other):")]
    let result = await Result.catching {
      try await download(fields, body: coded, configure: { $0.decodesContent = decodes })
    }
    if decodes {
      #expect(try result.get().sha256 == nil)
      #expect(try folder.contents("file") == Array("abc".utf8))
    } else {
      #expect(#expect(throws: SessionError.self) { try result.get() }?.code == .digestMismatch)
    }
  }

  /// Byte 500 of the partial file is changed, so that only a digest of the whole file can reveal it.
  /// Contents with their digests, computed once, because builds for debugging are slow at it. A file in segments needs
  /// more than the first one.
  private static let small = hashed(patternedBytes(20_000))
  private static let large = hashed(patternedBytes(1_200_000))

  private static func hashed(_ content: [UInt8]) -> (content: [UInt8], hash: [UInt8]) {
    var hash = SHA256()
    hash.update(content.span)
    return (content, hash.digest)
  }

  @Test(
    arguments: [1, 4],
    [
      ("expected", true), ("first response", true), ("last response", true), ("none", true),
      ("last response", false),
    ])
  func `the digest of a resumed file is that of all bytes`(
    segments: Int, digest: (known: String, isChanged: Bool)
  )
    async throws
  {
    let (known, isChanged) = digest
    let (content, hash) = segments == 1 ? Self.small : Self.large
    let field = ("Repr-Digest", "sha-256=:\(encoded(hash)):")
    let isSecond = Event()
    try await withServer { request, connection in
      var served = ServedFile(
        content: content, cut: isSecond.hasHappened ? nil : segments == 1 ? 10_000 : 900_000)
      if known == (isSecond.hasHappened ? "last response" : "first response") { served.fields.append(field) }
      try served.answer(request, connection)
    } test: { session, _ in
      await #expect(throws: SessionError.self) {
        try await session.download("", to: .file(path), options: .test(segments: segments))
      }
      isSecond.happen()
      if isChanged {
        var content = try folder.contents(folder.partialName())
        content[500] ^= 1
        try folder.file(folder.partialName(), content)
      }
      var options = DownloadOptions.test(resuming: true, segments: segments)
      if known == "expected" { options.expectedSHA256 = SHA256.hexadecimal(hash) }
      let result = await Result.catching { try await session.download("", to: .file(path), options: options) }
      if isChanged, known != "none" {
        #expect(#expect(throws: SessionError.self) { try result.get() }?.code == .digestMismatch)
        #expect(try folder.names() == [])
      } else {
        let file = try result.get()
        #expect(file.resumedByteCount > 0 && (file.sha256 == nil) == (known == "none"))
      }
    }
  }

  /// The digest of the rest, which is not that of the file.
  @Test(arguments: [true, false]) func `the digest of a partial response is that of its body`(isRight: Bool)
    async throws
  {
    let content = patternedBytes(2000)
    var hash = SHA256()
    hash.update(content.span.extracting(1000...))
    let digest = isRight ? encoded(hash.digest) : Self.other
    let isSecond = Event()
    try await withServer { request, connection in
      var served = ServedFile(content: content, cut: isSecond.hasHappened ? nil : 1000)
      if isSecond.hasHappened { served.fields.append(("Content-Digest", "sha-256=:\(digest):")) }
      try served.answer(request, connection)
    } test: { session, _ in
      await #expect(throws: SessionError.self) { try await session.download("", to: .file(path)) }
      isSecond.happen()
      let result = await Result.catching {
        try await session.download("", to: .file(path), options: .test(resuming: true))
      }
      if isRight {
        let file = try result.get()
        #expect(file.byteCount == 2000)
      } else {
        #expect(#expect(throws: SessionError.self) { try result.get() }?.code == .digestMismatch)
        #expect(try folder.names() == [])
      }
    }
  }

  private func encoded(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  @Test func `bytes in pieces have the digest of the whole`() {
    let bytes = patternedBytes(300)
    for count in [0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 300] {
      var whole = SHA256()
      whole.update(bytes.span.extracting(first: count))
      for size in [1, 3, 63, 64, 65, 200] {
        var pieces = SHA256()
        for start in stride(from: 0, to: count, by: size) {
          pieces.update(bytes.span.extracting(start..<min(start + size, count)))
          // Reading the digest does not end it.
          _ = pieces.digest
        }
        #expect(pieces.digest == whole.digest, "\(count) bytes in pieces of \(size)")
      }
    }
  }
}
