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

/// Uploads of files that change without changing their size.
@Suite(.timeLimit(.minutes(5))) struct ChangedUploadTests {
  private let folder: TemporaryDirectory
  private static let byteCount = 300_000

  init() throws {
    folder = try TemporaryDirectory()
    try folder.file("file", patternedBytes(Self.byteCount))
  }

  /// A file that changes once, when the byte at an offset is about to be read.
  private struct ChangingSource: BodySource {
    let file: FileSource
    let offset: Int64
    let change: @Sendable () throws -> Void
    let hasChanged = Lock(false)

    var byteCount: Int64? { get throws { try file.byteCount } }
    var isReplayable: Bool { true }
    func identity() throws -> BodyIdentity? { try file.identity() }
    func makeReader() throws -> any BodyReader { try makeReader(at: 0) }

    func makeReader(at offset: Int64) throws -> any BodyReader {
      Reader(try file.makeReader(at: offset), at: offset, of: self)
    }

    private final class Reader: BodyReader {
      private let body: any BodyReader
      private var offset: Int64
      private let source: ChangingSource

      init(_ body: any BodyReader, at offset: Int64, of source: ChangingSource) {
        (self.body, self.offset, self.source) = (body, offset, source)
      }

      func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
        let isTime = source.hasChanged.withLock { hasChanged in
          defer { hasChanged = hasChanged || offset >= source.offset }
          return !hasChanged && offset >= source.offset
        }
        if isTime { try source.change() }
        let before = output.count
        // A read ends where the file changes.
        let rest = source.offset > offset ? Int(source.offset - offset) : output.freeCapacity
        let outcome = try output.append(upTo: rest) { try body.read(into: &$0) }
        offset += Int64(output.count - before)
        return outcome
      }
    }
  }

  /// Replaces the bytes of the file, and sets a time of modification that differs whatever the clock's resolution.
  private static func change(_ folder: TemporaryDirectory) throws {
    let path = try folder.file("file", patternedBytes(byteCount, seed: 1))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: path)
  }

  private func source(changingAt offset: Int64) -> ChangingSource {
    ChangingSource(file: FileSource(at: folder.path("file")), offset: offset) { [folder] in
      try Self.change(folder)
    }
  }

  private func options(_ kind: ResumableUpload.Kind) -> ResumableUpload {
    switch kind {
    case .draft(let draft): .standard(record: folder.path("record"), draft: draft)
    case .tus: .tus(record: folder.path("record"))
    }
  }

  /// The offset at which the file changes, of 300,000 bytes in requests of 110,000; and in a single request.
  @Test(
    arguments: ResumableUploadTests.kinds,
    [
      "in the second request": (150_000, 110_000), "before the second request": (110_000, 110_000),
      "in the last request": (250_000, 110_000), "in the only request": (150_000, nil),
      "with the last bytes": (299_999, nil),
    ] as NamedCases<(Int64, Int64?)>)
  func `a file that changes while it is sent is an error, and is never complete`(
    _ kind: ResumableUpload.Kind, change: NamedCase<(Int64, Int64?)>
  ) async throws {
    let (offset, limit) = change.value
    let server = ResumableServer(kind)
    try await withServer(server.respond) { session, _ in
      var options = options(kind)
      options.maximumRequestByteCount = limit
      let error = await #expect(throws: SessionError.self) {
        try await session.upload(source(changingAt: offset), to: "", resumable: options)
      }
      #expect(error?.code == .bodyFailed)
      let cause = error?.underlying as? BodyError
      #expect(cause?.code == .changed && cause?.path == folder.path("file"))
    }
    #expect(server.upload == nil)
  }

  @Test func `nothing more is sent of a file that has changed between two requests`() async throws {
    let server = ResumableServer(.tus)
    try await withServer { [folder] request, connection in
      if request.method == "POST" { try Self.change(folder) }
      try server.respond(request, connection)
    } test: { session, _ in
      var options = options(.tus)
      options.maximumRequestByteCount = 110_000
      let error = await #expect(throws: SessionError.self) {
        try await session.upload(FileSource(at: folder.path("file")), to: "", resumable: options)
      }
      #expect((error?.underlying as? BodyError)?.code == .changed)
    }
    #expect(server.methods == ["OPTIONS", "POST"])
  }

  /// Some of the kernel's own files have bytes, and declare none.
  @Test(arguments: ResumableUploadTests.kinds)
  func `a file that declares no bytes is not an empty one`(_ kind: ResumableUpload.Kind) async throws {
    let server = ResumableServer(kind)
    try await withServer(server.respond) { session, _ in
      let error = await #expect(throws: SessionError.self) {
        try await session.upload(FileSource(at: "/proc/version"), to: "", resumable: options(kind))
      }
      #expect((error?.underlying as? BodyError)?.code == .fileGrew)
    }
    #expect(server.upload == nil)
  }

  @Test func `a file that declares no bytes is not sent as an empty part`() async throws {
    let body = FileSource(at: "/proc/version")
    for isHashing in [true, false] {
      let error = await #expect(throws: SessionError.self) {
        try await UploadPlan(dividing: body, limits: .init(), hashing: isHashing)
      }
      #expect((error?.underlying as? BodyError)?.code == .fileGrew)
    }
    let empty = FileSource(at: try folder.file("empty"))
    let plan = UploadPlan(
      byteCount: 0, partByteCount: 100, partCount: 1, path: nil, modificationTime: nil, digests: [])
    let server = PartsServer()
    try await withServer(server.respond) { session, _ in
      for body in [body, empty] {
        let store = PartStore(limits: .init()) { try session.request(.put, "parts/\($0.number)") }
        let uploads: [() async throws -> Void] = [
          { try await session.uploadParts(of: body, to: store) },
          { try await session.uploadParts(1...1, of: plan, in: body, to: store) },
        ]
        for upload in uploads {
          if body.path == empty.path {
            try await upload()
          } else {
            let error = await #expect(throws: SessionError.self) { try await upload() }
            #expect((error?.underlying as? BodyError)?.code == .fileGrew)
            #expect(server.storedNumbers == [])
          }
        }
      }
    }
    #expect(Set(server.storedNumbers) == [1])
  }

  @Test func `a part of a file that changes is not stored`() async throws {
    let server = PartsServer()
    try await withServer(server.respond) { session, _ in
      let error = await #expect(throws: SessionError.self) {
        let store = PartStore(limits: .init(), maximumConcurrentCount: 1) {
          try session.request(.put, "parts/\($0.number)")
        }
        try await session.uploadParts(of: source(changingAt: 115_000), size: 30_000, to: store)
      }
      #expect((error?.underlying as? BodyError)?.code == .changed && error?.partNumber == 4)
    }
    #expect(server.storedNumbers == [1, 2, 3])
  }
}
