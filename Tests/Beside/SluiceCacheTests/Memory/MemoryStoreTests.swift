import HTTPTypes
import SluiceBody
import SluiceTestSupport
import Testing

@testable import SluiceCache

@Suite(.timeLimit(.minutes(5))) struct MemoryStoreTests {
  private func key(_ name: String, partition: UInt8 = 0, origin: String = "o") -> CacheKey {
    CacheKey(partition: [partition], origin: origin, text: name)
  }

  private func store(
    _ text: String, for key: CacheKey, variant: UInt8 = 0, in store: MemoryStore, expecting: Int64? = nil
  ) async throws {
    let writer = try await store.begin(
      key, variant: [variant], metadata: [], expectedByteCount: expecting, continuing: nil)
    for byte in text.utf8 { try await writer.append([byte]) }
    try await writer.commit()
  }

  private func texts(_ key: CacheKey, in store: MemoryStore) async -> [String] {
    await store.entries(for: key).map { entry in
      String(decoding: (entry.body.source._concrete as? BytesSource)?.bytes ?? [], as: UTF8.self)
    }
  }

  @Test func `an entry appears when it is complete, and replaces its variant`() async throws {
    let store = MemoryStore(maximumByteCount: 1 << 20)
    let writer = try await store.begin(
      key("a"), variant: [0], metadata: [1], expectedByteCount: nil, continuing: nil)
    try await writer.append([UInt8]("one".utf8))
    #expect(await texts(key("a"), in: store) == [])
    try await writer.commit()
    try await self.store("two", for: key("a"), variant: 1, in: store)
    #expect(await texts(key("a"), in: store) == ["two", "one"])
    try await self.store("three", for: key("a"), in: store)
    #expect(await texts(key("a"), in: store) == ["three", "two"])
    await #expect(throws: MemoryWriter.Full.self) { try await writer.commit() }
  }

  @Test func `a body of another size than expected does not appear`() async throws {
    let store = MemoryStore(maximumByteCount: 1 << 20)
    for size: Int64 in [2, 4] {
      await #expect(throws: MemoryWriter.Full.self) {
        try await self.store("abc", for: key("a"), in: store, expecting: size)
      }
    }
    #expect(await store.entries(for: key("a")).isEmpty)
    #expect(await store.byteCount == 0)
  }

  @Test func `writers share the limit with the entries`() async throws {
    let store = MemoryStore(maximumByteCount: 1000)
    try await self.store("abc", for: key("a"), in: store)
    let writer = try await store.begin(
      key("b"), variant: [], metadata: [], expectedByteCount: nil, continuing: nil)
    try await writer.append([UInt8](repeating: 0, count: 900))
    #expect(await store.entries(for: key("a")).isEmpty)
    await #expect(throws: MemoryWriter.Full.self) {
      try await writer.append([UInt8](repeating: 0, count: 101))
    }
    // The failed writer has released its bytes.
    try await self.store(String(repeating: "x", count: 500), for: key("c"), in: store)
    #expect(await texts(key("c"), in: store).first?.utf8.count == 500)
    await #expect(throws: MemoryWriter.Full.self) {
      _ = try await store.begin(key("d"), variant: [], metadata: [], expectedByteCount: 1001, continuing: nil)
    }
  }

  @Test func `an incomplete entry is kept, and completed`() async throws {
    let store = MemoryStore(maximumByteCount: 1 << 20)
    let writer = try await store.begin(
      key("a"), variant: [], metadata: [], expectedByteCount: 6, continuing: nil)
    try await writer.append([UInt8]("abc".utf8))
    await writer.keepIncomplete()
    let incomplete = try #require(await store.entries(for: key("a")).first)
    #expect(!incomplete.body.isComplete && incomplete.body.byteCount == 3)
    let rest = try await store.begin(
      key("a"), variant: [], metadata: [], expectedByteCount: 6, continuing: incomplete)
    try await rest.append([UInt8]("def".utf8))
    try await rest.commit()
    #expect(await texts(key("a"), in: store) == ["abcdef"])
    #expect(await store.entries(for: key("a")).first?.body.isComplete == true)
  }

  @Test func `an entry has the head of its metadata, which an update replaces`() async throws {
    let store = MemoryStore(maximumByteCount: 1 << 20)
    let heads = ["old", "new"].map {
      StoredHead(
        status: .ok, fields: HTTPFields([("X-A", $0)]), httpVersion: "2", requestTime: 0, responseTime: 0,
        selectingFields: SelectingFields(names: []), completeLength: nil)
    }
    let metadata = try heads.map { try #require($0.metadata) }
    let writer = try await store.begin(
      key("a"), variant: [], metadata: metadata[0], expectedByteCount: nil, continuing: nil)
    try await writer.commit()
    for _ in 1...2 { #expect(await store.entries(for: key("a")).first?.head == heads[0]) }
    await store.update(try #require(await store.entries(for: key("a")).first), metadata: metadata[1])
    for _ in 1...2 { #expect(await store.entries(for: key("a")).first?.head == heads[1]) }
  }

  @Test func `entries are removed by partition and origin`() async throws {
    let store = MemoryStore(maximumByteCount: 1 << 20)
    for partition: UInt8 in 0...1 {
      for origin in ["o", "p"] {
        try await self.store("x", for: key("a", partition: partition, origin: origin), in: store)
      }
    }
    await store.removeAll(partition: [1], origin: "p")
    var left = 0
    for await _ in store.list() { left += 1 }
    #expect(left == 3)
    await store.removeAll(partition: nil, origin: "o")
    #expect(await store.entries(for: key("a", partition: 0, origin: "p")).count == 1)
    await store.removeAll(partition: nil, origin: nil)
    #expect(await store.byteCount == 0)
  }

  /// Random operations on the store and on an array in the order of the last use.
  @Test(arguments: [seedOfThisRun]) func `the store does what a simple model does`(seed: UInt64) async throws
  {
    var generator = SeededGenerator(seed: seed)
    let store = MemoryStore(maximumByteCount: 4000)
    var model: [(key: String, variant: UInt8, size: Int)] = []
    for _ in 0..<3000 {
      let name = String(Int.random(in: 0..<8, using: &generator))
      let variant = UInt8.random(in: 0..<2, using: &generator)
      switch Int.random(in: 0..<5, using: &generator) {
      case 0, 1:
        let size = Int.random(in: 0..<600, using: &generator)
        let writer = try await store.begin(
          key(name), variant: [variant], metadata: [], expectedByteCount: nil, continuing: nil)
        try await writer.append([UInt8](repeating: 7, count: size))
        try await writer.commit()
        // The key has four bytes with its variant, and each entry counts 256 bytes more.
        while model.reduce(size, { $0 + $1.size + 260 }) > 4000 { model.removeLast() }
        model.removeAll { $0.key == name && $0.variant == variant }
        model.insert((name, variant, size), at: 0)
        while model.reduce(0, { $0 + $1.size + 260 }) > 4000 { model.removeLast() }
      case 2:
        await store.removeAll(key(name))
        model.removeAll { $0.key == name }
      case 3:
        if let entry = await store.entries(for: key(name)).last {
          await store.remove(entry)
          let used = model.filter { $0.key == name }
          model = used + model.filter { $0.key != name }
          model.removeAll { $0.key == name && [$0.variant] == entry.variant }
        }
      default:
        let used = model.filter { $0.key == name }
        model = used + model.filter { $0.key != name }
        #expect(
          Set(await store.entries(for: key(name)).map(\.body.byteCount)) == Set(used.map { Int64($0.size) }))
      }
      #expect(await store.byteCount == Int64(model.reduce(0) { $0 + $1.size + 260 }))
    }
  }
}
