// SAFETY: A key is a buffer over a document or a string. It is used only during the call that it is passed to, and
// the table keeps its index on the tape instead of a pointer.

/// A hash table of the keys of an object.
///
/// The table uses open addressing with linear probing. It holds indices of keys on the tape instead of strings. The
/// object `{"a":1,"b":2,"a":3}`, whose keys have the indices 1, 3 and 5, has 8 slots:
///
///     slot     0    1    2    3    4    5    6    7
///     index   -1   -1    1   -1   -1    3   -1   -1       if the hashes lead to the slots 2 and 5
///
/// The second `"a"` finds the slot of the first one and is not added. The table therefore finds only the first member
/// of each name, and ``isFirst(_:in:)`` is `false` for the index 5.
struct JSONMemberTable {
  /// The indices of the keys, or -1 for free slots. At least half of the slots are free.
  private var slots: [Int]

  /// Creates a table of the first member of each name.
  ///
  /// - Complexity: O(*n*) on average in the number of members and the bytes of their keys.
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

  /// Returns the index of the value of the first member with the given key, or `nil` if the key is missing.
  func member(_ key: UnsafeBufferPointer<UInt8>, in tape: JSONTape) -> Int? {
    let index = unsafe slots[slot(of: key, in: tape)]
    return index < 0 ? nil : index + 1
  }

  /// Returns whether the key at `index` is the first one of its name in the object.
  func isFirst(_ index: Int, in tape: JSONTape) -> Bool {
    unsafe tape.withText(of: tape[index]) { key in unsafe slots[slot(of: key, in: tape)] == index
    }
  }

  /// Returns the slot of a key, or the free slot for it if the key is missing.
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

extension JSONTape {
  /// Returns the index of the first key in a value that repeats an earlier key of its object.
  ///
  /// - Parameter index: The index of the value. Defaults to that of the document's root.
  /// - Returns: The index, or `nil` if all keys of each object are distinct.
  /// - Complexity: O(*n*) in the size of the value on average.
  func firstDuplicateKey(in index: Int = JSONDocument.root) -> Int? {
    var first: Int?
    for object in index..<next(after: index) where self[object].kind == .object && self[object].count > 1 {
      guard let key = duplicateKey(of: object) else { continue }
      first = min(first ?? key, key)
    }
    return first
  }

  private func duplicateKey(of object: Int) -> Int? {
    let table = JSONMemberTable(of: object, in: self)
    let end = self[object].end
    var index = object + 1
    while index < end {
      if !table.isFirst(index, in: self) { return index }
      index = next(after: index + 1)
    }
    return nil
  }
}
