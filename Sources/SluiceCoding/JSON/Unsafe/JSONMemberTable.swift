/// Finds the members of a wide object by name.
struct JSONMemberTable {
  /// The objects' keys by their hash, -1 where a slot is free. At least half of them are.
  private var slots: [Int]

  /// Of members of one name, the first is found.
  init(of object: Int, in tape: JSONTape) {
    let count = tape.count(of: object)
    slots = Array(repeating: -1, count: 1 << (Int.bitWidth - (count * 2).leadingZeroBitCount))
    let end = tape[object].end
    var index = object + 1
    while index < end {
      unsafe tape.withText(of: tape[index]) { key in
        let slot = unsafe slot(of: key, in: tape)
        if slots[slot] < 0 { slots[slot] = index }
      }
      index = tape.next(after: index + 1)
    }
  }

  /// The value of the member named `key`. Nil where there is none.
  func member(_ key: UnsafeBufferPointer<UInt8>, in tape: JSONTape) -> Int? {
    let index = unsafe slots[slot(of: key, in: tape)]
    return index < 0 ? nil : index + 1
  }

  /// Whether no key before the one at `index` is the same.
  func isFirst(_ index: Int, in tape: JSONTape) -> Bool {
    unsafe tape.withText(of: tape[index]) { key in unsafe slots[slot(of: key, in: tape)] == index
    }
  }

  /// The slot that `key` has, or would have.
  private func slot(of key: UnsafeBufferPointer<UInt8>, in tape: JSONTape) -> Int {
    var hasher = Hasher()
    unsafe hasher.combine(bytes: UnsafeRawBufferPointer(key))
    let mask = slots.count - 1
    var slot = hasher.finalize() & mask
    while slots[slot] >= 0, unsafe !tape.isString(at: slots[slot], equalTo: key) {
      slot = (slot + 1) & mask
    }
    return slot
  }
}
