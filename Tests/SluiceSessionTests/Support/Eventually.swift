import Testing

/// Whether the condition holds before the time is over. Asked again and again: for what the system tells nobody of, such
/// as a closed descriptor.
func eventually(within limit: Duration = .seconds(20), _ condition: () throws -> Bool) async throws -> Bool {
  let end = ContinuousClock.now + limit
  while try !condition() {
    guard ContinuousClock.now < end else { return false }
    try await Task.sleep(for: .milliseconds(1))
  }
  return true
}

/// Fails the test where the condition does not come to hold.
func expectEventually(
  _ condition: () throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let holds = try await eventually(condition)
  #expect(holds, "in 20 seconds", sourceLocation: sourceLocation)
}
