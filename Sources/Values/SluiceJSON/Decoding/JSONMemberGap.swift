/// The members of an object that a cursor has skipped because it was asked for a later one.
///
/// Some documents order members differently from the type. The type then usually asks for the skipped ones next, in
/// their order, and they are found without a search:
///
///     the type reads a, b, c, d, e        {"b":1,"c":2,"a":3,"d":4,"e":5}
///     after a                              ^           ^     ^
///                                          next        end   the cursor's next member
struct JSONMemberGap {
  /// The index of the first key of the object.
  var object = -1
  /// The index of the key of the first skipped member.
  var next = 0
  /// The index of the key after the last skipped member, which the cursor was asked for.
  var end = 0
  /// The keys before ``next``.
  var passedKeys = JSONKeyFilter()

  /// Returns the index of the key of the first skipped member of an object, or `nil` if there is none.
  @inline(__always)
  func next(in object: Int) -> Int? { self.object == object && next < end ? next : nil }

  /// Moves past the first skipped member, unless an earlier member may have the same key.
  ///
  /// - Parameters:
  ///   - hash: The hash of its key.
  ///   - following: The index of the key after it.
  /// - Returns: Whether the member is the first one with its key.
  @inline(__always)
  mutating func pass(_ hash: UInt32, before following: Int) -> Bool {
    if passedKeys.mayContain(hash) { return false }
    passedKeys.insert(hash)
    next = following
    return true
  }
}
