import SluiceBody
import SluiceTestSupport
import Testing

@testable import SluiceGzip

/// The queue of bytes of a pipe.
@Suite(.timeLimit(.minutes(5))) struct ByteQueueTests {
  /// The argument is the seed.
  @Test(arguments: 0..<100 as Range<UInt64>)
  func `bytes come out in the order they went in`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var queue = ByteQueue()
    var model: [UInt8] = []
    for _ in 0..<300 {
      if Bool.random(using: &generator) {
        let bytes = generator.bytes(.random(in: 0...50, using: &generator))
        queue.append(bytes.span)
        model += bytes
      } else {
        let moved = [UInt8](capacity: .random(in: 0...70, using: &generator)) { queue.moveBytes(to: &$0) }
        #expect(moved == Array(model.prefix(moved.count)))
        model.removeFirst(moved.count)
      }
      #expect(queue.count == model.count)
    }
  }

  @Test func `as many bytes are moved as fit into the output`() {
    var queue = ByteQueue()
    queue.append([1, 2, 3].span)
    #expect([UInt8](capacity: 0) { queue.moveBytes(to: &$0) } == [])
    #expect([UInt8](capacity: 2) { queue.moveBytes(to: &$0) } == [1, 2])
    #expect([UInt8](capacity: 2) { queue.moveBytes(to: &$0) } == [3])
    #expect([UInt8](capacity: 2) { queue.moveBytes(to: &$0) } == [])
  }

  @Test func `a queue that is never empty takes at most twice its bytes in memory`() throws {
    var queue = ByteQueue()
    queue.append([UInt8](repeating: 0, count: 1000).span)
    for _ in 0..<10_000 {
      queue.append([UInt8](repeating: 0, count: 100).span)
      _ = [UInt8](capacity: 100) { queue.moveBytes(to: &$0) }
      let storage = try #require(Mirror(reflecting: queue).descendant("storage") as? [UInt8])
      #expect(storage.count <= 2 * 1100 + 1)
    }
  }

  /// Quadratic work would take minutes.
  @Test(.timeLimit(.minutes(1))) func `a queue that stays long takes linear time`() {
    var queue = ByteQueue()
    queue.append([UInt8](repeating: 0, count: 16 << 20).span)
    for _ in 0..<300_000 {
      queue.append([1].span)
      _ = [UInt8](capacity: 1) { queue.moveBytes(to: &$0) }
    }
    #expect(queue.count == 16 << 20)
  }
}
