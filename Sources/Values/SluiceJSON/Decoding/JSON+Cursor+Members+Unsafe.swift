// SAFETY: A static string points to memory that always exists. Indices of keys come from the tape: they are below the
// end of their object, and are followed by a value.

extension JSON.Cursor {
  /// Moves to the value of the first member with the given key.
  ///
  /// - Returns: `false` if the key is missing, or the container is not an object.
  @inlinable @inline(__always)
  mutating func find(_ key: StaticString) -> Bool {
    let hash = unsafe JSONKeyFilter.hash(key.utf8Start, count: key.utf8CodeUnitCount)
    let next = container.next
    guard next < container.endOfMembers, !convertsKeys, tape.isString(at: next, equalTo: key) else {
      return findOther(key, hash, isPassed: container.passedKeys.mayContain(hash))
    }
    // An earlier member may have the same key.
    if container.passedKeys.mayContain(hash), findPassed(key) { return true }
    container.passedKeys.insert(hash)
    container.next = tape.next(after: next &+ 1)
    index = next &+ 1
    return true
  }

  /// Moves to the value of the first member with the given key among those before ``Container/next``.
  @usableFromInline @inline(never)
  mutating func findPassed(_ key: StaticString) -> Bool {
    let tape = tape
    let found = tape.key(from: container.first, to: container.next) { tape.isString(at: $0, equalTo: key) }
    guard let found else { return false }
    index = found + 1
    return true
  }

  /// Moves to the value of the first member with the given key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - hash: Its hash.
  ///   - isPassed: Whether the key may be among those before ``Container/next``. This and the hash are not used if the
  ///     document's keys are converted.
  @usableFromInline @inline(never)
  mutating func findOther(_ key: StaticString, _ hash: UInt32, isPassed: Bool) -> Bool {
    if convertsKeys { return findConverted(key) }
    if !isPassed, container.next >= container.endOfMembers { return false }
    if reader.use({ $0.presentKeys.lack(hash, in: container.first) }) { return false }
    return findUnconverted(key, hash, isPassed: isPassed)
  }

  @inline(never)
  private mutating func findUnconverted(_ key: StaticString, _ hash: UInt32, isPassed: Bool) -> Bool {
    let tape = tape
    return search(hash, isPassed: isPassed) { tape.isString(at: $0, equalTo: key) }
  }

  @inline(never)
  private mutating func findConverted(_ key: StaticString) -> Bool {
    let (reader, hash) = (reader.object, JSONReader.convertedHash(of: key))
    return search(hash, isPassed: container.passedKeys.mayContain(hash)) {
      reader.isKey(at: $0, equalTo: key)
    }
  }

  /// Moves to the value of the first member whose key meets a condition.
  @inline(__always)
  private mutating func search(_ hash: UInt32, isPassed: Bool, where isFound: (Int) -> Bool) -> Bool {
    let reader = reader
    return reader.use { search(hash, isPassed: isPassed, by: $0, where: isFound) }
  }

  @inline(__always)
  private mutating func search(
    _ hash: UInt32, isPassed: Bool, by reader: JSONReader, where isFound: (Int) -> Bool
  ) -> Bool {
    let end = container.endOfMembers
    guard end > 0 else { return false }
    if let member = reader.gap.next(in: container.first), isFound(member),
      reader.gap.pass(hash, before: tape.next(after: member + 1))
    {
      index = member + 1
      return true
    }
    let first = isPassed ? container.first : container.next
    guard first < end else { return false }
    let lacksKeys = reader.presentKeys.object == container.first
    if lacksKeys {
      if !reader.presentKeys.isComplete { notePresentKeys() }
      if reader.presentKeys.lack(hash, in: container.first) { return false }
    }
    guard let found = tape.key(from: first, to: end, where: isFound) else {
      if !lacksKeys { reader.presentKeys.begin(container.first) }
      return false
    }
    if found > container.next, !container.passedKeys.containsEverything {
      reader.gap = JSONMemberGap(
        object: container.first, next: container.next, end: found, passedKeys: container.passedKeys)
    }
    passKeys(through: found)
    index = found + 1
    return true
  }

  @inline(never)
  private mutating func notePresentKeys() {
    var (keys, child) = (container.passedKeys, container.next)
    if keys.containsEverything { (keys, child) = (JSONKeyFilter(), container.first) }
    let end = container.endOfMembers
    while child < end {
      keys.insert(reader.use { $0.keyHash(at: child) })
      child = tape.next(after: child + 1)
    }
    reader.use { $0.presentKeys.complete(keys) }
  }

  /// Moves ``Container/next`` past a key, unless it is past it already.
  mutating func passKeys(through key: Int) {
    var (keys, next) = (container.passedKeys, container.next)
    while next <= key {
      keys.insert(reader.use { $0.keyHash(at: next) })
      next = tape.next(after: next + 1)
    }
    (container.passedKeys, container.next) = (keys, next)
  }
}

// Methods of the cursor that do not change it would copy the cursor for each call.

extension JSONReader {
  /// Returns whether the key at `index` is converted to `key`.
  func isKey(at index: Int, equalTo key: StaticString) -> Bool {
    guard convertsKeys else { return tape.isString(at: index, equalTo: key) }
    let key = unsafe UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
    let entry = tape[index]
    guard entry.kind == .string else {
      var name = camelCased(tape.text(of: entry))
      return name.withUTF8 { unsafe $0.elementsEqual(key) }
    }
    return unsafe JSONSnakeCasedKey.converts(tape.bytes(of: entry).span, to: key.span)
  }

  /// Returns the hash of all keys that are converted to the given one.
  fileprivate static func convertedHash(of key: StaticString) -> UInt32 {
    let key = unsafe UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
    return unsafe JSONSnakeCasedKey.hash(of: key.span)
  }

  /// Returns the hash of the key at `index`.
  @inline(__always)
  fileprivate func keyHash(at index: Int) -> UInt32 {
    convertsKeys ? convertedKeyHash(at: index) : tape.keyHash(at: index)
  }

  @inline(never)
  private func convertedKeyHash(at index: Int) -> UInt32 {
    let entry = tape[index]
    guard entry.kind == .string else {
      return JSONSnakeCasedKey.hash(of: camelCased(tape.text(of: entry)).utf8.span)
    }
    return unsafe JSONSnakeCasedKey.hash(of: tape.bytes(of: entry).span)
  }
}

extension JSONTape {
  /// A value that differs between documents that exist at the same time.
  @inlinable @inline(__always)
  var identity: UInt { unsafe UInt(bitPattern: words) }

  /// Returns the index of the first key that meets a condition.
  @inline(__always)
  fileprivate func key(from first: Int, to end: Int, where isFound: (Int) -> Bool) -> Int? {
    var child = first
    while child < end {
      if isFound(child) { return child }
      child = next(after: child + 1)
    }
    return nil
  }

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
}
