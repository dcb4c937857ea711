internal import SluiceSupport

// SAFETY: A static string points to memory that always exists. Each method reserves the bytes that it writes, and reads
// only bytes before ``JSONBuffer/count``.

/// The keys and commas that ``JSON/Writer`` writes.
extension JSONBuffer {
  /// Appends a comma, unless the last byte is the given opening bracket.
  ///
  /// No value ends with an opening bracket, so the container is still empty then.
  @inlinable @inline(__always)
  func appendComma(after bracket: UInt8) {
    if unsafe count > 0 && start[count &- 1] != bracket { append(0x2C) }
  }

  /// Appends a member's key and a colon, with a comma before it unless it is the first in its object.
  @inlinable @inline(__always)
  func appendKey(_ key: StaticString, escapesSlashes: Bool) {
    let length = key.utf8CodeUnitCount
    // The key is a constant, so the compiler evaluates the first condition.
    guard unsafe JSONWord.needNoEscape(key.utf8Start, count: length) || isPlain(key) else {
      return appendLongKey(key, escapesSlashes: escapesSlashes)
    }
    unsafe appendPlainKey(key.utf8Start, count: length)
  }

  /// Returns whether a key was found to need no escapes when it was last written.
  @usableFromInline @inline(never)
  func isPlain(_ key: StaticString) -> Bool { plainKeys.contains(key) }

  /// Appends a key that needs no escapes.
  ///
  /// - Precondition: `length` bytes are readable at `key`.
  @inlinable @inline(__always)
  func appendPlainKey(_ key: UnsafePointer<UInt8>, count length: Int) {
    reserve(length &+ 4)
    var target = unsafe start + count
    if unsafe count > 0 && target[-1] != 0x7B {
      unsafe target[0] = 0x2C
      unsafe target += 1
    }
    unsafe target[0] = 0x22
    unsafe UnsafeMutableRawPointer(target + 1).copyMemory(from: key, byteCount: length)
    unsafe target[length &+ 1] = 0x22
    unsafe target[length &+ 2] = 0x3A
    unsafe count = target - start &+ length &+ 3
  }

  /// Appends a key that may need escapes, and whether it does is not known from the program's compilation.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - escapesSlashes: Whether slashes are escaped, which is the same in all calls of a buffer.
  @usableFromInline @inline(never)
  func appendLongKey(_ key: StaticString, escapesSlashes: Bool) {
    let length = key.utf8CodeUnitCount
    appendComma(after: 0x7B)
    let before = count
    unsafe appendString(
      UnsafeBufferPointer(start: key.utf8Start, count: length), escapesSlashes: escapesSlashes)
    if count &- before == length &+ 2 { plainKeys.insert(key) }
    append(0x3A)
  }

  /// Returns whether the value that starts at `first` and ends with the text is an empty container, or `nil` if it is
  /// not a container of this kind.
  func isEmptyContainer(from first: Int, isArray: Bool) -> Bool? {
    guard first >= 0, count - first >= 2 else { return nil }
    let (opening, closing): (UInt8, UInt8) = isArray ? (0x5B, 0x5D) : (0x7B, 0x7D)
    guard unsafe start[first] == opening && start[count - 1] == closing else { return nil }
    return count - first == 2
  }

  /// Returns the coding path from the value that starts at `first` to the end of the text.
  ///
  /// The text is valid JSON up to its end, where a value is expected or complete.
  ///
  /// - Parameters:
  ///   - first: The position at which the value starts.
  ///   - end: The position at the end of the path. Defaults to the end of the text.
  ///   - name: A function that returns the coding key that was written as a text, in the object at a level of the
  ///     path, which is 1 for the value itself.
  /// - Complexity: O(*n*) in the number of bytes.
  func path(from first: Int, to end: Int? = nil, name: (String, Int) -> String) -> [any CodingKey] {
    struct Level {
      let isArray: Bool
      var count = 0
      var key: Range<Int>?
    }
    var levels: [Level] = []
    var position = first
    let end = min(end ?? count, count)
    while position < end {
      switch unsafe start[position] {
      case UInt8(ascii: "{"): levels.append(Level(isArray: false))
      case UInt8(ascii: "["): levels.append(Level(isArray: true))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = levels.popLast()
      case UInt8(ascii: ","):
        guard let last = levels.indices.last else { break }
        levels[last].count += 1
        levels[last].key = nil
      case UInt8(ascii: "\""):
        let open = position
        position += 1
        while position < end, unsafe start[position] != UInt8(ascii: "\"") {
          unsafe position += start[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard let last = levels.indices.last, !levels[last].isArray, levels[last].key == nil else { break }
        levels[last].key = open..<min(position + 1, end)
      default: break
      }
      position += 1
    }
    return levels.indices.compactMap { index in
      let level = levels[index]
      if level.isArray { return AnyCodingKey(index: level.count) }
      return level.key.flatMap { key in
        let text = unsafe UnsafeBufferPointer(start: start + key.lowerBound, count: key.count)
        return (try? unsafe JSONDocument(copying: text.span, maximumDepth: 0, duplicateKeys: .keepFirst)).map
        {
          let key = $0.read { tape in tape.text(of: tape[JSONDocument.root]) }
          return AnyCodingKey(stringValue: name(key, index + 1))
        }
      }
    }
  }
}

extension JSONWord {
  /// Returns whether text contains no characters that JSON strings or their formats escape.
  ///
  /// These are quotation marks, backslashes, slashes, and control characters.
  ///
  /// - Precondition: `count` bytes are readable at `text`.
  /// - Returns: `true` if there are none; `false` if there may be some, always for more than 64 bytes.
  @inlinable @inline(__always)
  static func needNoEscape(_ text: UnsafePointer<UInt8>, count: Int) -> Bool {
    // The compiler does not evaluate a loop of many steps.
    if count > 64 { return false }
    if count >= 8 {
      var position = 0
      while position &+ 8 < count {
        if unsafe JSONWord(at: text + position).mayNeedEscape { return false }
        position &+= 8
      }
      return unsafe !JSONWord(at: text + (count &- 8)).mayNeedEscape
    }
    // Up to seven bytes, followed by letters.
    var bits: UInt64 = 0x6161_6161_6161_6161
    var position = 0
    while position < count {
      unsafe bits = bits << 8 | UInt64(text[position])
      position &+= 1
    }
    return !JSONWord(bits: bits).mayNeedEscape
  }

  /// Whether any of the bytes is a quotation mark, a backslash, a slash, or a control character.
  @inlinable @inline(__always)
  var mayNeedEscape: Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    @inline(__always) func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
    let control = (bits &- ones &* 0x20) & ~bits
    let special = zeros(bits ^ ones &* 0x22) | zeros(bits ^ ones &* 0x5C) | zeros(bits ^ ones &* 0x2F)
    return (control | special) & (ones << 7) != 0
  }
}
