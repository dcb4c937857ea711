/// Values under small numbers, which are used again.
///
/// ```
///  insert(a), insert(b)    0, 1    values [a, b]      free []
///  remove(0)               a       values [nil, b]    free [0]
///  insert(c)               0       values [c, b]      free []
/// ```
@usableFromInline
package struct Slots<Value> {
  @usableFromInline var values: [Value?] = []
  /// The numbers below the count that have no value.
  @usableFromInline var free: [Int] = []

  /// Creates slots without values.
  @inlinable
  package init() {}

  /// All values, in no particular order.
  @inlinable package var all: [Value] { values.compactMap(\.self) }

  /// Adds a value.
  ///
  /// - Returns: Its number, which no other value has until it is removed.
  @inlinable
  package mutating func insert(_ value: Value) -> Int {
    guard let number = free.popLast() else {
      values.append(value)
      return values.count - 1
    }
    values[number] = value
    return number
  }

  /// Removes and returns the value with a number, or returns `nil` if there is none.
  @inlinable
  @discardableResult
  package mutating func remove(_ number: Int) -> Value? {
    guard values.indices.contains(number), let value = values[number].take() else { return nil }
    free.append(number)
    return value
  }
}
