import SluiceCache
import Testing

@Suite struct CacheKeyTests {
  @Test func `keys of different partitions differ`() {
    let first = CacheKey(partition: [1], origin: "http://a", text: "GET /")
    #expect(first != CacheKey(partition: [2], origin: "http://a", text: "GET /"))
  }
}
