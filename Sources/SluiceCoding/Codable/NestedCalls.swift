/// Values that encode or decode themselves within one another, on one thread's stack, which ends somewhere.
struct NestedCalls {
  private var count = 0
  /// Once it is asked for.
  private var room: StackRoom?

  /// One value more, until ``leave()``. False where the stack is about to be used up: then it is none.
  mutating func enter() -> Bool {
    // Shallow values need no look at the stack, whose bounds take some time to learn.
    guard count < 32 || hasRoom() else { return false }
    count += 1
    return true
  }

  mutating func leave() { count -= 1 }

  @inline(never)
  private mutating func hasRoom() -> Bool {
    let room = room ?? StackRoom()
    self.room = room
    return !room.isShort
  }

  /// What an error says where ``enter()`` was in vain.
  static let refusal = "Nested too deeply for this thread's stack."
}
