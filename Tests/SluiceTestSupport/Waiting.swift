/// Whether the condition holds before the time is over. Asked again and again: for what the system tells nobody of, such
/// as a closed descriptor. Where others kept this task from running, it is asked two thousand times nevertheless.
package func eventually(
  within limit: Duration = .seconds(30), _ condition: () throws -> Bool
) async rethrows -> Bool {
  let deadline = ContinuousClock.now + limit
  var turns = 0
  while try !condition() {
    turns += 1
    if turns >= 2000, ContinuousClock.now > deadline { return false }
    try? await Task.sleep(for: .milliseconds(1))
  }
  return true
}
