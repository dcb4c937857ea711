/// A hash table of the members of all objects.
///
/// It contains the positions of nodes, whose names are compared by the caller. Unlike a table of the standard library,
/// it keeps the hash values, so that it hashes no name again when it grows.
///
/// It uses open addressing and linear probing. At least half of the slots are free, and their number is a power of two.
struct QueryMemberTable {
  private struct Slot {
    var hash = 0
    /// The position of a node, or 0, the position of the root, if the slot is free.
    var node = 0
  }

  private var slots = Array(repeating: Slot(), count: 16)
  private var count = 0

  /// Returns the node with a hash value for which `isEqual` returns true, or `nil` if there is none.
  func node(hash: Int, where isEqual: (_ node: Int) -> Bool) -> Int? {
    var position = hash & (slots.count - 1)
    while slots[position].node != 0 {
      if slots[position].hash == hash, isEqual(slots[position].node) { return slots[position].node }
      position = (position + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Inserts a node that the table does not contain.
  mutating func insert(_ node: Int, hash: Int) {
    count += 1
    if count * 2 > slots.count {
      let known = slots
      slots = Array(repeating: Slot(), count: slots.count * 2)
      for slot in known where slot.node != 0 { fill(slot) }
    }
    fill(Slot(hash: hash, node: node))
  }

  private mutating func fill(_ slot: Slot) {
    var position = slot.hash & (slots.count - 1)
    while slots[position].node != 0 { position = (position + 1) & (slots.count - 1) }
    slots[position] = slot
  }
}
