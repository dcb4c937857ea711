/// The keys of an object that lacks one that a cursor was asked for.
///
/// Types often read several keys that are missing. The present ones are noted when the cursor is asked for the second
/// one of these. The first one is searched for, which takes less time.
struct JSONPresentKeys {
  /// The index of the first key of the object, or -1 for none.
  private(set) var object = -1
  /// Whether the keys of the object have been noted.
  private(set) var isComplete = false
  private var keys = JSONKeyFilter()

  /// Starts over with another object, whose keys are not known yet.
  mutating func begin(_ object: Int) {
    self.object = object
    isComplete = false
  }

  /// Notes the keys of the object.
  mutating func complete(_ keys: JSONKeyFilter) {
    self.keys = keys
    isComplete = true
  }

  /// Returns whether a key with the given hash is known to be missing in an object.
  @inline(__always)
  func lack(_ hash: UInt32, in object: Int) -> Bool {
    self.object == object && isComplete && !keys.mayContain(hash)
  }
}
