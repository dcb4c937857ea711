internal import SluiceSerialization
internal import SluiceSession
internal import SluiceTransport

/// Runs a number of workers at a time, and another task until all of them have ended. The first error cancels the rest.
///
/// A ``TransferBatch`` has other tasks: they outlive the call that starts it, and one is cancelled with its transfer.
///
/// - Parameters:
///   - count: The number of workers, at least 1.
///   - companion: The other task, or `nil` for none. Defaults to `nil`.
///   - work: The work of a worker, which gets its index.
package func withWorkers(
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

/// Adds the number of a part or segment to the errors of work.
func numbering<Value>(_ number: Int, _ work: () async throws -> Value) async throws -> Value {
  do {
    return try await work()
  } catch let error as SessionError {
    throw error.inPart(number)
  } catch let error as ResponseError {
    throw error.inPart(number)
  }
}

extension SessionError {
  /// Returns the result of work on a body. Its errors become those of the code `body-failed`.
  static func ofBody<Value>(_ work: () throws -> Value) throws(SessionError) -> Value {
    do {
      return try work()
    } catch {
      throw SessionError(.bodyFailed, underlying: error)
    }
  }
}
