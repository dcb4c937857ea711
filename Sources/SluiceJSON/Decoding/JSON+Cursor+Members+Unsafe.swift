// SAFETY: A static string points to memory that always exists. Indices of keys come from the tape: they are below the
// end of their object, and are followed by a value.

extension JSON.Cursor {
  /// Moves to the value of the first member with the given key.
  ///
  /// - Returns: `false` if the key is missing, or the container is not an object.
  @inlinable @inline(__always)
  mutating func find(_ key: StaticString) -> Bool {
    let bits = unsafe JSONTape.keyBits(for: key.utf8Start, count: key.utf8CodeUnitCount)
    let next = container.next
    // An earlier member may have the same key.
    guard next < container.endOfMembers, !convertsKeys, tape.isString(at: next, equalTo: key),
      container.passedKeys & bits != bits
    else { return findOther(key) }
    container.passedKeys |= bits
    container.next = tape.next(after: next + 1)
    index = next + 1
    return true
  }

  @usableFromInline @inline(never)
  mutating func findOther(_ key: StaticString) -> Bool {
    let end = container.endOfMembers
    guard end > 0 else { return false }
    let bits = keyBits(for: key)
    // Types often read several keys that are missing.
    if container.presentKeys != 0 && container.presentKeys & bits != bits { return false }
    let first = container.passedKeys & bits != bits ? container.next : container.first
    // The condition is not evaluated for each member.
    let found =
      convertsKeys
      ? member(from: first, to: end) { isKey(at: $0, equalTo: key) }
      : member(from: first, to: end) { tape.isString(at: $0, equalTo: key) }
    guard let found else {
      if container.presentKeys == 0 { notePresentKeys() }
      return false
    }
    passKeys(through: found)
    index = found + 1
    return true
  }

  /// Returns the index of the first key that meets a condition.
  @inline(__always)
  private func member(from first: Int, to end: Int, where isFound: (Int) -> Bool) -> Int? {
    var child = first
    while child < end {
      if isFound(child) { return child }
      child = tape.next(after: child + 1)
    }
    return nil
  }

  private mutating func notePresentKeys() {
    container.presentKeys = container.passedKeys
    var child = container.next
    while child < container.endOfMembers {
      container.presentKeys |= keyBits(ofKeyAt: child)
      child = tape.next(after: child + 1)
    }
  }

  /// Moves ``Container/next`` past a key, unless it is past it already.
  mutating func passKeys(through key: Int) {
    while container.next <= key {
      container.passedKeys |= keyBits(ofKeyAt: container.next)
      container.next = tape.next(after: container.next + 1)
    }
  }

  /// Returns whether the key at `index` is converted to `key`.
  func isKey(at index: Int, equalTo key: StaticString) -> Bool {
    guard convertsKeys else { return tape.isString(at: index, equalTo: key) }
    let key = unsafe UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
    let entry = tape[index]
    guard entry.kind == .string else {
      var name = reader.camelCased(tape.text(of: entry))
      return name.withUTF8 { unsafe $0.elementsEqual(key) }
    }
    return unsafe JSONSnakeCasedKey.converts(tape.bytes(of: entry).span, to: key.span)
  }

  /// Returns the two bits of a key in ``Container/passedKeys``.
  private func keyBits(for key: StaticString) -> UInt128 {
    guard convertsKeys else {
      return unsafe JSONTape.keyBits(for: key.utf8Start, count: key.utf8CodeUnitCount)
    }
    let key = unsafe UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
    return unsafe JSONSnakeCasedKey.bits(for: key.span)
  }

  /// Returns the two bits in ``Container/passedKeys`` of the key at `index`.
  private func keyBits(ofKeyAt index: Int) -> UInt128 {
    guard convertsKeys else { return tape.keyBits(ofKeyAt: index) }
    let entry = tape[index]
    guard entry.kind == .string else {
      return JSONSnakeCasedKey.bits(for: reader.camelCased(tape.text(of: entry)).utf8.span)
    }
    return unsafe JSONSnakeCasedKey.bits(for: tape.bytes(of: entry).span)
  }
}

extension JSONTape {
  /// A value that differs between documents that exist at the same time.
  @inlinable @inline(__always)
  var identity: UInt { unsafe UInt(bitPattern: words) }

  /// Returns whether the string at `index` has the same bytes as `key` once its escapes are resolved.
  @inlinable @inline(__always)
  func isString(at index: Int, equalTo key: StaticString) -> Bool {
    let entry = self[index]
    guard entry.isPlainString(ofLength: key.utf8CodeUnitCount) else {
      return entry.kind == .string ? false : isOtherString(entry, equalTo: key)
    }
    return unsafe JSONWord.areEqual(bytes + entry.offset, key.utf8Start, count: key.utf8CodeUnitCount)
  }

  @usableFromInline @inline(never)
  func isOtherString(_ entry: JSONEntry, equalTo key: StaticString) -> Bool {
    let key = unsafe UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
    return unsafe isOtherString(entry, equalTo: key)
  }

  /// Returns the two bits of the key at `index` in a Bloom filter of keys.
  @inline(__always)
  func keyBits(ofKeyAt index: Int) -> UInt128 {
    let entry = self[index]
    guard entry.kind != .escaped, entry.length > 0 else { return otherKeyBits(ofKeyAt: index) }
    return unsafe Self.keyBits(for: bytes + entry.offset, count: length(of: entry))
  }

  @inline(never)
  private func otherKeyBits(ofKeyAt index: Int) -> UInt128 {
    unsafe withText(of: self[index]) { text in
      guard let start = text.baseAddress else { return 1 }
      return unsafe Self.keyBits(for: start, count: text.count)
    }
  }

  /// Returns the two bits of a key in a Bloom filter of keys.
  ///
  /// Keys with different bits are different; the converse does not hold.
  @inlinable @inline(__always)
  static func keyBits(for start: UnsafePointer<UInt8>, count: Int) -> UInt128 {
    guard count > 0 else { return 1 }
    let first = unsafe UInt32(start[0])
    let middle = unsafe UInt32(start[count / 2])
    let last = unsafe UInt32(start[count - 1])
    let mixed = (first << 24 | middle << 16 | last << 8 | UInt32(truncatingIfNeeded: count)) &* 0x9E37_79B1
    return 1 << UInt128(mixed >> 25) | 1 << UInt128((mixed >> 18) & 127)
  }
}
