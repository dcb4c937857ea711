/// A count of the encoding or decoding calls that are nested on one thread's stack.
///
/// Values encode and decode themselves recursively. Counting the calls is a cheap way to know when to check the
/// stack, so that deep nesting is an error and not a crash.
///
/// The type is `public` for the same reason as ``FinalError``: the coders call its functions for each value.
public struct NestedCalls {
  @usableFromInline var count = 0
  /// The room on the stack, determined on first use.
  private var room: StackRoom?

  /// Creates a count of zero.
  @inlinable
  public init() {}

  /// Enters a nested call, which ends with ``leave()``.
  ///
  /// - Returns: False if the stack is nearly used up. The call does not count then, and must not be made.
  @inlinable
  public mutating func enter() -> Bool {
    // For shallow values, the stack is not checked: determining its bounds takes some time.
    guard count < 32 || hasRoom() else { return false }
    count += 1
    return true
  }

  /// Leaves a nested call.
  @inlinable
  public mutating func leave() { count -= 1 }

  @inline(never)
  @usableFromInline
  package mutating func hasRoom() -> Bool {
    let room = room ?? StackRoom()
    self.room = room
    return !room.isShort
  }

  /// The message of the error if ``enter()`` returned false.
  package static let refusal = "Nested too deeply for this thread's stack."
}
