import SluiceTestSupport
package import Testing

/// Fails the test if the condition does not become true in time.
package func expectEventually(
  _ condition: () throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let holds = try await eventually(condition)
  #expect(holds, "in \(patience)", sourceLocation: sourceLocation)
}
