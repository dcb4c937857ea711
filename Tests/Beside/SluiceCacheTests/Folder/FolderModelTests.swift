import SluiceBody
import SluiceTestSupport
import Testing

@testable import SluiceCache

/// Random changes of a store, compared with a dictionary.
@Suite(.timeLimit(.minutes(5))) struct FolderModelTests {
  private struct Content: Equatable {
    var variant: [UInt8]
    var metadata: [UInt8]
    var body: [UInt8]
    var isComplete: Bool
  }

  @Test(arguments: [seedOfThisRun])
  func `random changes through two stores, which are opened again and again`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let fixture = try FolderFixture()
    var stores = [try fixture.store(), try fixture.store()]
    var model: [CacheKey: [Content]] = [:]
    for step in 0..<300 {
      let index = Int.random(in: 0..<2, using: &random)
      let store = stores[index]
      let key = CacheKey(
        partition: [.random(in: 0..<2, using: &random)], origin: "\(Int.random(in: 0..<2, using: &random))",
        text: "\(Int.random(in: 0..<4, using: &random))")
      let variant: [UInt8] = [.random(in: 0..<3, using: &random)]
      let body = sampleBytes([0, 5, 16_384, 16_385, 90_000].randomElement(using: &random) ?? 0)
      let metadata = random.bytes(.random(in: 0..<40, using: &random))
      let entries = await store.entries(for: key)
      #expect(try await contents(entries) == model[key, default: []], "step \(step)")
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<8:
        let asIncomplete = Bool.random(using: &random)
        try await store.add(key, variant: variant, metadata: metadata, body, asIncomplete: asIncomplete)
        if asIncomplete, body.isEmpty { break }
        put(Content(variant: variant, metadata: metadata, body: body, isComplete: !asIncomplete), key, &model)
      case 8..<12:
        guard let incomplete = entries.first(where: { !$0.body.isComplete }) else { break }
        let whole = try await incomplete.bytes() + body
        try await store.add(
          key, variant: incomplete.variant, metadata: metadata, body, continuing: incomplete)
        put(
          Content(variant: incomplete.variant, metadata: metadata, body: whole, isComplete: true), key, &model
        )
      case 12..<15:
        guard let entry = entries.randomElement(using: &random) else { break }
        await store.update(entry, metadata: metadata)
        for index in model[key, default: []].indices where model[key]?[index].variant == entry.variant {
          model[key]?[index].metadata = metadata
        }
      case 15..<17:
        guard let entry = entries.randomElement(using: &random) else { break }
        try await store.remove(entry)
        model[key]?.removeAll { $0.variant == entry.variant }
      case 17:
        try await store.removeAll(key)
        model[key] = nil
      case 18:
        let (partition, origin) = (Bool.random(using: &random), Bool.random(using: &random))
        try await store.removeAll(
          partition: partition ? key.partition : nil, origin: origin ? key.origin : nil)
        model = model.filter { other, _ in
          partition && other.partition != key.partition || origin && other.origin != key.origin
        }
      default: stores[index] = try fixture.store()
      }
      #expect(await store.byteCount == (try fixture.space()), "step \(step)")
    }
    let all = await stores[0].all()
    #expect(all.count == model.values.joined().count)
    for entry in all {
      let content = try await contents([entry])[0]
      #expect(model[entry.key]?.contains(content) == true)
    }
    // A large body has two files besides that of its key.
    let large = model.values.joined().count { $0.body.count > 16_384 }
    #expect(try fixture.files().count == model.values.count { !$0.isEmpty } + 2 * large)
  }

  private func put(_ content: Content, _ key: CacheKey, _ model: inout [CacheKey: [Content]]) {
    model[key, default: []].removeAll { $0.variant == content.variant }
    model[key, default: []].insert(content, at: 0)
  }

  private func contents(_ entries: [StoredEntry]) async throws -> [Content] {
    var contents: [Content] = []
    for entry in entries {
      contents.append(
        Content(
          variant: entry.variant, metadata: entry.metadata, body: try await entry.bytes(),
          isComplete: entry.body.isComplete))
    }
    return contents
  }
}
