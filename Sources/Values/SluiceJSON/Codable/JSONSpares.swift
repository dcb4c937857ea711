internal import Synchronization

/// Values that are kept between calls for reuse.
///
/// For a small message, allocating memory and planning how its types are read or written takes as long as reading or
/// writing it.
///
/// SAFETY: `@unchecked Sendable` is sound because only a method that has set ``isInUse`` accesses the values. So is the
/// unchecked exclusivity of these. No method waits for another one. A value may move to another thread, because nothing
/// else refers to what is kept.
final class JSONSpares<Value>: @unchecked Sendable {
  /// The maximum number of values, and of calls at the same time that can reuse one.
  private let maximumCount = 8
  private let isInUse = Atomic(false)
  @safe @exclusivity(unchecked) private var values: [Value] = []

  /// Removes and returns the value that was kept last.
  ///
  /// - Returns: The value, or `nil` if none is kept or another thread uses the values.
  func popLast() -> Value? {
    guard begin() else { return nil }
    defer { end() }
    return values.popLast()
  }

  /// Keeps a value, unless the maximum number is kept or another thread uses the values.
  ///
  /// - Precondition: Nothing else refers to the contents of the value.
  /// - Returns: The value if it is not kept, and otherwise `nil`.
  @discardableResult
  func keep(_ value: consuming Value) -> Value? {
    guard begin() else { return value }
    defer { end() }
    guard values.count < maximumCount else { return value }
    values.append(value)
    return nil
  }

  private func begin() -> Bool { !isInUse.exchange(true, ordering: .acquiring) }

  private func end() { isInUse.store(false, ordering: .releasing) }
}
