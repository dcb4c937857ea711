internal import CScan

// SAFETY: Each method reserves the bytes that it writes, and reads only bytes of the text.

/// The conversion of strings to text.
extension JSONBuffer {
  /// Appends text as a JSON string with quotation marks and escapes.
  @inlinable @inline(__always)
  func appendString(_ text: String, escapesSlashes: Bool) {
    count = writeString(text, escapesSlashes: escapesSlashes, at: count)
  }

  /// Writes text as a JSON string at the end.
  ///
  /// The number of bytes is a parameter and a result, so that the processor does not wait for it to be stored and
  /// loaded.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - escapesSlashes: Whether slashes are escaped.
  ///   - end: The present number of bytes.
  /// - Returns: The number of bytes including those of the string.
  @usableFromInline @inline(never)
  func writeString(_ text: String, escapesSlashes: Bool, at end: Int) -> Int {
    // Most strings are short. Nothing is called for them, so that no registers are saved.
    guard let short = JSONShortString(text), capacity &- end >= Self.escapeRoom else {
      return appendSharedString(text, escapesSlashes: escapesSlashes)
    }
    let target = unsafe start + end
    let block = JSONBlock(short.words)
    unsafe target[0] = UInt8(ascii: "\"")
    unsafe block.store(at: target + 1)
    unsafe target[short.count &+ 1] = UInt8(ascii: "\"")
    let escapes = block.escapes(escapesSlashes: escapesSlashes) & (1 &<< UInt32(short.count) &- 1)
    guard escapes == 0 else { return appendSharedString(text, escapesSlashes: escapesSlashes) }
    return end &+ short.count &+ 2
  }

  /// Appends text of any length, which may need escapes, and returns the number of bytes.
  @inline(never)
  private func appendSharedString(_ text: String, escapesSlashes: Bool) -> Int {
    let isContiguous: Void? = unsafe text.utf8.withContiguousStorageIfAvailable {
      unsafe appendString($0, escapesSlashes: escapesSlashes)
    }
    if isContiguous == nil {
      var copy = text
      copy.withUTF8 { unsafe appendString($0, escapesSlashes: escapesSlashes) }
    }
    return count
  }

  /// Appends characters as a JSON string with quotation marks and escapes.
  @inline(__always)
  func appendString(_ text: UnsafeBufferPointer<UInt8>, escapesSlashes: Bool) {
    reserve(text.count &+ Self.escapeRoom)
    let target = unsafe start + count
    unsafe target[0] = UInt8(ascii: "\"")
    guard text.count <= JSONBlock.size, let source = text.baseAddress else {
      return unsafe appendLongString(text, escapesSlashes: escapesSlashes)
    }
    let block = unsafe JSONBlock(at: source, count: text.count)
    unsafe block.store(at: target + 1)
    let escapes = block.escapes(escapesSlashes: escapesSlashes) & (1 &<< UInt32(text.count) &- 1)
    guard escapes == 0 else { return unsafe appendLongString(text, escapesSlashes: escapesSlashes) }
    unsafe target[text.count &+ 1] = UInt8(ascii: "\"")
    count &+= text.count &+ 2
  }

  /// Appends the rest of a string after its opening quotation mark, which is not counted yet.
  @inline(never)
  private func appendLongString(_ text: UnsafeBufferPointer<UInt8>, escapesSlashes: Bool) {
    var (target, position) = unsafe (start + (count &+ 1), 0)
    while let source = text.baseAddress, position < text.count {
      unsafe position &+= Self.copyPlain(
        source + position, count: text.count &- position, to: &target, escapesSlashes: escapesSlashes)
      // Several characters to escape often follow one another.
      while position < text.count {
        let escape = unsafe sluice_table_escape(source[position], escapesSlashes)
        guard escape != 0 else { break }
        unsafe JSONWord(bits: escape).store(at: target)
        unsafe target += Int(truncatingIfNeeded: escape &>> 56)
        position &+= 1
        if unsafe capacity &- (target - start) < text.count &- position &+ Self.escapeRoom {
          unsafe count = target - start
          grow(text.count &- position &+ Self.escapeRoom)
          unsafe target = start + count
        }
      }
    }
    unsafe target[0] = UInt8(ascii: "\"")
    unsafe count = target - start &+ 1
  }

  /// Copies the bytes before the first one that must be escaped.
  ///
  /// - Parameters:
  ///   - source: The bytes.
  ///   - count: The number of bytes, which is not 0.
  ///   - target: The memory to write to. It is advanced past the bytes that are copied.
  ///   - escapesSlashes: Whether slashes are escaped.
  /// - Precondition: `count` bytes and two blocks are writable at `target`.
  /// - Returns: The number of bytes that are copied.
  @inline(__always)
  private static func copyPlain(
    _ source: UnsafePointer<UInt8>, count: Int, to target: inout UnsafeMutablePointer<UInt8>,
    escapesSlashes: Bool
  ) -> Int {
    let size = JSONBlock.size
    var position = 0
    while count &- position >= 2 &* size {
      let (first, second) = unsafe (
        JSONBlock(at: source + position), JSONBlock(at: source + (position &+ size))
      )
      unsafe first.store(at: target + position)
      unsafe second.store(at: target + (position &+ size))
      let escapes =
        first.escapes(escapesSlashes: escapesSlashes)
        | second.escapes(escapesSlashes: escapesSlashes) &<< UInt32(size)
      if escapes != 0 {
        position &+= escapes.trailingZeroBitCount
        unsafe target += position
        return position
      }
      position &+= 2 &* size
    }
    if count &- position >= size {
      let block = unsafe JSONBlock(at: source + position)
      unsafe block.store(at: target + position)
      let plain = block.unescapedCount(escapesSlashes: escapesSlashes)
      position &+= plain
      if plain < size {
        unsafe target += position
        return position
      }
    }
    if position < count {
      // The last block starts in the one before it, if there is one.
      let start = max(count &- size, 0)
      let block = unsafe JSONBlock(at: source + start, count: count &- start)
      unsafe block.store(at: target + start)
      position = min(start &+ block.unescapedCount(escapesSlashes: escapesSlashes), count)
    }
    unsafe target += position
    return position
  }

  /// The room for both quotation marks, an escape, and two blocks.
  ///
  /// Blocks are written before the number of bytes to keep is known.
  private static let escapeRoom = 8 + 2 * JSONBlock.size
}
