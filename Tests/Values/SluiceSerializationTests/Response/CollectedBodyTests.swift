import SluiceBody
import SluiceSerialization
import SluiceTestSupport
import Testing

/// Bodies that are collected in memory or in a temporary file.
@Suite(.timeLimit(.minutes(5))) struct CollectedBodyTests {
  private func collected(
    _ bytes: [UInt8], upTo limit: Int = .max, memoryLimit: Int, folder: String
  ) async throws -> (body: CollectedBody, isWhole: Bool) {
    let chunks = AsyncThrowingStream<[UInt8], any Error> { stream in
      for start in stride(from: 0, to: bytes.count, by: 1000) {
        stream.yield(Array(bytes[start..<min(start + 1000, bytes.count)]))
      }
      stream.finish()
    }
    return try await CollectedBody.collecting(
      chunks, upTo: limit, into: SpooledBytes(inMemoryUpTo: memoryLimit, folder: folder))
  }

  @Test func `chunks of another client are collected up to a limit`() async throws {
    let chunks = { (counts: [Int]) in
      AsyncStream { stream in
        for count in counts { stream.yield(sampleBytes(count)[...]) }
        stream.finish()
      }
    }
    #expect(
      try await CollectedBody(collecting: chunks([3, 0, 2]), upTo: 5).bytes == sampleBytes(3) + sampleBytes(2)
    )
    #expect(try await CollectedBody(collecting: chunks([]), upTo: 0).isEmpty)
    for (counts, limit) in [([3, 3], 5), ([1], 0), ([1], -1)] {
      let error = await #expect(throws: BodyError.self) {
        try await CollectedBody(collecting: chunks(counts), upTo: limit)
      }
      #expect(error?.code == .overLimit)
    }
  }

  @Test(
    arguments: [
      (0, 0, false), (1, 0, true), (1, 1, false), (5000, 4999, true), (5000, 5000, false), (5000, 1, true),
      (100_000, 70_000, true),
    ])
  func `a body over the memory limit is kept in a temporary file`(
    count: Int, memoryLimit: Int, isSpooled: Bool
  ) async throws {
    let directory = try TemporaryDirectory()
    let bytes = sampleBytes(count)
    do {
      let (body, isWhole) = try await collected(bytes, memoryLimit: memoryLimit, folder: directory.path)
      #expect(
        isWhole && body.count == count && body.byteCount == Int64(count) && body.isEmpty == (count == 0))
      // Nothing is left of a file without a name, however the process ends.
      #expect(try directory.names() == [])
      #expect(try openDescriptors(under: directory.path).count == (isSpooled ? 1 : 0))
      let isSame = body.bytes == bytes
      #expect(isSame)
      body.withSpan { span in
        #expect(span.count == count)
        for index in bytes.indices where span[index] != bytes[index] {
          Issue.record("different byte at \(index)")
        }
      }
      for _ in 0..<2 {
        var read: [UInt8] = []
        for try await chunk in body.chunks() { read += chunk }
        let isSame = read == bytes
        #expect(isSame)
      }
    }
    #expect(try openDescriptors(under: directory.path).count == 0)
  }

  @Test(arguments: [(0, false), (1, false), (2999, false), (3000, true), (4000, true)])
  func `collecting stops at the limit`(limit: Int, isWhole: Bool) async throws {
    let directory = try TemporaryDirectory()
    let bytes = sampleBytes(3000)
    for memoryLimit in [0, 10_000] {
      let (body, isAll) = try await collected(
        bytes, upTo: limit, memoryLimit: memoryLimit, folder: directory.path)
      #expect(isAll == isWhole)
      #expect(body.bytes == Array(bytes.prefix(limit)))
    }
  }

  @Test func `a missing folder is a write error`() async throws {
    let error = await #expect(throws: BodyError.self) {
      try await collected([1, 2], memoryLimit: 1, folder: "/no/such/folder")
    }
    #expect(error?.code == .writeFailed)
  }
}
