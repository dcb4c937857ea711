/// What each of many requests costs.
struct Cost {
  /// The number of requests per second.
  var rate: Double
  /// The processor time of each request in seconds.
  var processor: Double
  /// The number of times that a thread has waited, for each request.
  var waits: Double

  /// The number of requests at a time.
  static let width = 64

  private struct EmptyAnswer: Error {}

  /// Measures requests of this process.
  ///
  /// - Parameter get: Sends a request, and returns a number that is not 0.
  static func of(_ requests: Int, _ get: @escaping @Sendable () async throws -> Int) async throws -> Cost {
    let (start, processor) = (ContinuousClock.now, ProcessUsage.processorTime)
    let waits = ProcessUsage.waitCount
    let share = max(requests / width, 1)
    try await withThrowingTaskGroup { group in
      for _ in 0..<width {
        group.addTask {
          for _ in 0..<share where try await get() == 0 { throw EmptyAnswer() }
        }
      }
      try await group.waitForAll()
    }
    let count = Double(share * width)
    return Cost(
      rate: count / ((ContinuousClock.now - start) / .seconds(1)),
      processor: (ProcessUsage.processorTime - processor) / count,
      waits: Double(ProcessUsage.waitCount - waits) / count)
  }
}
