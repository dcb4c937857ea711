import SluiceTestSupport
import Testing

/// Fails the test where the condition does not come to hold.
func expectEventually(
  _ condition: () throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let holds = try await eventually(condition)
  #expect(holds, "in \(patience)", sourceLocation: sourceLocation)
}
