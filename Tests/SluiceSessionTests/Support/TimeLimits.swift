/// Tries a test of a time limit with a longer limit where a shorter one fails: on a busy machine it strikes what is quick
/// elsewhere. What is wrong fails with each.
func withTimeLimit(_ test: (Duration) async throws -> Void) async throws {
  for limit in [Duration.milliseconds(300), .seconds(3)] {
    do { return try await test(limit) } catch {}
  }
  try await test(.seconds(15))
}
