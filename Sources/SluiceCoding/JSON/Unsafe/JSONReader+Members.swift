extension JSONReader {
  /// Objects with more members get a table, once a key is not where it was expected.
  private static let tableThreshold = 32

  /// The value of an object's first member named `key`. Nil where there is none.
  @inline(__always)
  func member(_ key: String, of object: Int) -> Int? {
    var key = key
    return key.withUTF8 { unsafe member($0, of: object) }
  }

  private func member(_ key: UnsafeBufferPointer<UInt8>, of object: Int) -> Int? {
    if cursor.object != object { cursor = JSONMemberCursor(object: object) }
    let index = cursor.next
    guard index < document[object].end, unsafe document.isString(at: index, equalTo: key) else {
      return unsafe otherMember(key, of: object)
    }
    let bit = unsafe Self.bit(for: key)
    // Another one of that name may stand before.
    guard cursor.passed & bit == 0 else { return unsafe otherMember(key, of: object) }
    cursor.passed |= bit
    cursor.last = index
    cursor.next = document.next(after: index + 1)
    return index + 1
  }

  @inline(never)
  private func otherMember(_ key: UnsafeBufferPointer<UInt8>, of object: Int) -> Int? {
    // Asked for again: what was found before was the first.
    if cursor.last >= 0, unsafe document.isString(at: cursor.last, equalTo: key) { return cursor.last + 1 }
    if document[object].count > Self.tableThreshold {
      if let table = tables[object] { return unsafe table.member(key, in: document) }
      let table = JSONMemberTable(of: object, in: document)
      tables[object] = table
      return unsafe table.member(key, in: document)
    }
    let end = document[object].end
    var index = object + 1
    while index < end {
      if unsafe document.isString(at: index, equalTo: key) {
        passKeys(through: index)
        return index + 1
      }
      index = document.next(after: index + 1)
    }
    return nil
  }

  private func passKeys(through index: Int) {
    while cursor.next <= index {
      cursor.passed |= unsafe document.withText(of: document[cursor.next]) { unsafe Self.bit(for: $0) }
      cursor.last = cursor.next
      cursor.next = document.next(after: cursor.next + 1)
    }
  }

  /// Keys of one bit may differ; keys of different bits do.
  @inline(__always)
  private static func bit(for key: UnsafeBufferPointer<UInt8>) -> UInt64 {
    guard let first = unsafe key.first, let last = unsafe key.last else { return 1 }
    let middle = unsafe key[key.count / 2]
    let mixed =
      UInt64(key.count) &* 0x9E37 ^ UInt64(first) &* 0x85EB ^ UInt64(last) &* 0xC2B3 ^ UInt64(middle)
      &* 0x27D5
    return 1 << (mixed >> 5 & 63)
  }
}
