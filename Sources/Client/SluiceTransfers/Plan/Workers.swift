/// Runs a number of workers at a time, and another task until all of them have ended. The first error cancels the rest.
///
/// - Parameters:
///   - count: The number of workers, at least 1.
///   - companion: The other task, or `nil` for none. Defaults to `nil`.
///   - work: The work of a worker, which gets its index.
func withWorkers(
  _ count: Int, beside companion: (@Sendable () async throws -> Void)? = nil,
  _ work: @escaping @Sendable (_ index: Int) async throws -> Void
) async throws {
  try await withThrowingTaskGroup(of: Bool.self) { group in
    if let companion {
      group.addTask {
        try await companion()
        return false
      }
    }
    for index in 0..<count {
      group.addTask {
        try await work(index)
        return true
      }
    }
    var running = count
    while running > 0, let isWorker = try await group.next() { if isWorker { running -= 1 } }
    group.cancelAll()
  }
}
