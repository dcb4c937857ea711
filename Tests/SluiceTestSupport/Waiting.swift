/// Lets others run until `condition` holds; false where it does not within `limit`.
package func eventually(within limit: Duration = .seconds(30), _ condition: () throws -> Bool) async rethrows
  -> Bool
{
  let deadline = ContinuousClock.now + limit
  while try !condition() {
    if ContinuousClock.now > deadline { return false }
    await Task.yield()
  }
  return true
}
