import SluiceBody
import SluiceTestSupport
import Testing

@testable import SluiceOutbox

/// The queue between tasks that write and a task that reads.
@Suite(.timeLimit(.minutes(5))) struct BoundedQueueTests {
  private struct Failure: Error {}

  private func rest(_ queue: BoundedQueue<Int>) async throws -> [Int] {
    var elements: [Int] = []
    while let element = try await queue.next() { elements.append(element) }
    return elements
  }

  @Test(arguments: [1, 2, 16]) func `elements are read in the order of writing`(limit: Int) async throws {
    let queue = BoundedQueue<Int>(limit: limit)
    let writer = Task {
      for number in 0..<1000 { await queue.append(number) }
      queue.finish()
    }
    #expect(try await rest(queue) == Array(0..<1000))
    await writer.value
  }

  @Test func `a writer waits while the queue is full`() async throws {
    let (queue, written) = (BoundedQueue<Int>(limit: 3), CallCounter())
    let writer = Task {
      for number in 0..<10 {
        await queue.append(number)
        written.add()
      }
    }
    for read in 0..<8 {
      // The one that fills the queue has been appended, but its writer waits.
      #expect(await eventually { written.count == read + 2 })
      #expect(try await queue.next() == read)
    }
    await writer.value
    #expect(written.count == 10)
  }

  @Test func `several writers lose nothing`() async throws {
    let queue = BoundedQueue<Int>(limit: 4)
    let writers = Task {
      await withTaskGroup { group in
        for start in [0, 1000, 2000, 3000] {
          group.addTask { for number in start..<start + 250 { await queue.append(number) } }
        }
      }
      queue.finish()
    }
    let all = try await rest(queue)
    await writers.value
    #expect(Set(all).count == 1000 && all.count == 1000)
    for start in [0, 1000, 2000, 3000] {
      #expect(all.filter { (start..<start + 250).contains($0) } == Array(start..<start + 250))
    }
  }

  @Test func `after finishing, the rest is read, and then the error once`() async throws {
    let queue = BoundedQueue<Int>(limit: 10)
    await queue.append(1)
    await queue.append(2)
    queue.finish(throwing: Failure())
    queue.close(throwing: CancellationError())
    await queue.append(3)
    #expect(queue.hasEnded)
    #expect(try await queue.next() == 1)
    #expect(try await queue.next() == 2)
    await #expect(throws: Failure.self) { try await queue.next() }
    #expect(try await queue.next() == nil)
  }

  @Test func `closing drops the rest, and lets writers go on`() async throws {
    let queue = BoundedQueue<Int>(limit: 1)
    let writers = (0..<3).map { number in Task { await queue.append(number) } }
    queue.close(throwing: Failure())
    for writer in writers { await writer.value }
    await #expect(throws: Failure.self) { try await queue.next() }
    #expect(try await queue.next() == nil)
  }

  @Test func `a waiting reader resumes with an element, the end or its cancellation`() async throws {
    for _ in 0..<100 {
      let queue = BoundedQueue<Int>(limit: 1)
      async let element = queue.next()
      await queue.append(1)
      #expect(try await element == 1)
      async let end = queue.next()
      queue.finish()
      #expect(try await end == nil)
      let other = BoundedQueue<Int>(limit: 1)
      let reader = Task { try await other.next() }
      reader.cancel()
      await #expect(throws: CancellationError.self) { try await reader.value }
      async let written: Void = other.append(2)
      #expect(try await other.next() == 2)
      await written
    }
  }

  @Test func `a cancelled writer does not wait, and its element is kept`() async throws {
    let queue = BoundedQueue<Int>(limit: 1)
    let writer = Task { await queue.append(1) }
    writer.cancel()
    await writer.value
    #expect(try await queue.next() == 1)
  }
}
