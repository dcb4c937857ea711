internal import Glibc

/// A growing buffer of bytes.
///
/// An array would check its bounds and uniqueness for each byte.
///
/// SAFETY: `@safe` is sound because every method reserves the bytes that it writes, and increases `count` only by the
/// number of bytes written. Exclusivity is unchecked, which is sound because a single thread uses the buffer, and no
/// access to its properties spans a call to other code.
@safe
@usableFromInline
final class JSONBuffer {
  @usableFromInline @exclusivity(unchecked) var start: UnsafeMutablePointer<UInt8>
  @usableFromInline @safe @exclusivity(unchecked) var capacity: Int
  @usableFromInline @safe @exclusivity(unchecked) var count = 0

  /// The keys that were found to need no escapes.
  @safe @exclusivity(unchecked) var plainKeys = JSONPlainKeys()

  /// The memory of the buffer and its capacity while it writes to that of a caller; otherwise, `nil`.
  private var own: Memory?

  /// Memory to write to.
  ///
  /// SAFETY: `@safe` is sound because only a buffer accesses the memory, during ``withMemory(_:_:)``.
  @safe
  struct Memory {
    fileprivate let start: UnsafeMutablePointer<UInt8>
    fileprivate let capacity: Int

    fileprivate init(start: UnsafeMutablePointer<UInt8>, capacity: Int) {
      unsafe self.start = start
      self.capacity = capacity
    }

    /// Creates a reference to all bytes of a buffer, or returns `nil` if there are none.
    ///
    /// - Precondition: The bytes are writable while a buffer uses them.
    @unsafe
    init?(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
      guard let start = bytes.baseAddress else { return nil }
      unsafe self.init(start: start, capacity: bytes.count)
    }
  }

  /// Returns the capacity that text needs to be written.
  ///
  /// Blocks are written before the number of bytes to keep is known, so text needs more room than it has bytes.
  static func room(forTextOf byteCount: Int) -> Int { byteCount + byteCount / 8 + 64 }

  private static let firstCapacity = 1024
  /// The maximum capacity of a buffer that is kept for reuse: 4 MiB.
  private static let maximumKeptCapacity = 4 << 20

  init() {
    capacity = Self.firstCapacity
    unsafe start = Self.resized(nil, to: capacity)
  }

  deinit {
    unsafe free(own?.start ?? start)
  }

  /// Calls a closure during which an empty buffer writes to the given memory, until it is full.
  ///
  /// If the text is there at the end, the buffer is empty afterwards.
  ///
  /// - Parameter memory: The memory, or `nil` for that of the buffer.
  @inline(__always)
  func withMemory<Result>(_ memory: Memory?, _ body: () throws -> Result) rethrows -> Result {
    guard let memory else { return try body() }
    precondition(count == 0 && own == nil)
    own = unsafe Memory(start: start, capacity: capacity)
    use(memory)
    defer {
      if let own {
        use(own)
        count = 0
        self.own = nil
      }
    }
    return try body()
  }

  private func use(_ memory: Memory) {
    unsafe start = memory.start
    capacity = memory.capacity
  }

  /// Returns whether the bytes of the buffer are in the given memory.
  func isIn(_ memory: Memory?) -> Bool { unsafe own != nil && start == memory?.start }

  /// Ensures that `additional` bytes can be appended.
  @inlinable @inline(__always)
  func reserve(_ additional: Int) {
    if capacity &- count < additional { grow(additional) }
  }

  /// Ensures that `additional` bytes can be written at `end`, which is the number of bytes.
  @inline(__always)
  func reserve(_ additional: Int, at end: Int) {
    if capacity &- end < additional { grow(additional) }
  }

  @usableFromInline @inline(never)
  func grow(_ additional: Int) {
    let written = unsafe UnsafeBufferPointer(start: start, count: count)
    if let own {
      // The text does not fit the memory of the caller, and continues in that of the buffer.
      use(own)
      self.own = nil
      count = 0
      reserve(2 * written.count + additional)
      unsafe append(written)
      return
    }
    capacity = max(capacity * 2, count + additional)
    unsafe start = Self.resized(start, to: capacity)
  }

  /// Allocates or resizes memory with `realloc`, which moves large blocks without copying them.
  private static func resized(_ bytes: UnsafeMutablePointer<UInt8>?, to capacity: Int)
    -> UnsafeMutablePointer<UInt8>
  {
    guard let memory = unsafe realloc(bytes, capacity) else {
      // Swift also aborts if memory is exhausted.
      abort()
    }
    return unsafe memory.assumingMemoryBound(to: UInt8.self)
  }

  @inlinable @inline(__always)
  func append(_ byte: UInt8) {
    reserve(1)
    unsafe start[count] = byte
    count &+= 1
  }

  /// Appends bytes that a closure writes directly.
  ///
  /// - Parameters:
  ///   - room: The maximum number of bytes that the closure writes.
  ///   - write: A closure that writes to the given pointer and returns the number of bytes to keep.
  @inline(__always)
  func append(room: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) {
    reserve(room)
    unsafe count &+= write(start + count)
  }

  /// Appends `true` or `false`.
  @inlinable @inline(__always)
  func append(_ value: Bool) {
    // The letters from the least significant byte.
    append(word: value ? 0x6575_7274 : 0x65_736C_6166, byteCount: value ? 4 : 5)
  }

  @inlinable @inline(__always)
  func appendNull() { append(word: 0x6C6C_756E, byteCount: 4) }

  @inlinable @inline(__always)
  func append(word bits: UInt64, byteCount: Int) {
    reserve(8)
    unsafe JSONWord(bits: bits).store(at: start + count)
    count &+= byteCount
  }

  func append(_ text: StaticString) {
    reserve(text.utf8CodeUnitCount)
    unsafe (start + count).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
    count += text.utf8CodeUnitCount
  }

  @inline(__always)
  func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    reserve(bytes.count)
    if let source = bytes.baseAddress { unsafe (start + count).update(from: source, count: bytes.count) }
    count += bytes.count
  }

  /// Appends a range of another buffer.
  ///
  /// - Precondition: `range` lies within the bytes of `other`.
  func append(_ range: Range<Int>, of other: JSONBuffer) {
    precondition(range.upperBound <= other.count)
    unsafe append(UnsafeBufferPointer(start: other.start + range.lowerBound, count: range.count))
  }

  /// Appends bytes that are stored in words, starting with the least significant byte of each word.
  ///
  /// - Parameters:
  ///   - words: The words.
  ///   - first: The index of the first word.
  ///   - byteCount: The number of bytes to append.
  /// - Precondition: There is room for `byteCount` bytes and a word.
  @inline(__always)
  func append(_ words: [UInt64], from first: Int, byteCount: Int) {
    precondition(capacity - count >= byteCount + 8)
    var (index, end) = (first, count)
    while end < count + byteCount {
      unsafe JSONWord(bits: words[index]).store(at: start + end)
      index += 1
      end += 8
    }
    count += byteCount
  }

  /// Appends the bytes from `start` to `words`, in the order in which ``append(_:from:byteCount:)`` expects them.
  func copyWords(from start: Int, to words: inout [UInt64]) {
    for position in stride(from: start, to: count, by: 8) {
      words.append(unsafe JSONWord(at: self.start + position, count: min(count - position, 8)).bits)
    }
  }

  /// Appends text without quotation marks and escapes.
  @inline(__always)
  func append(_ text: String) {
    if let short = JSONShortString(text) {
      reserve(JSONBlock.size)
      unsafe JSONBlock(short.words).store(at: start + count)
      count &+= short.count
      return
    }
    var text = text
    text.withUTF8 { unsafe append($0) }
  }

  /// Removes all bytes from `end`.
  @usableFromInline
  func truncate(to end: Int) { count = min(count, max(end, 0)) }

  /// Removes all bytes, and keeps the memory unless it is large.
  func removeAll() {
    count = 0
    guard capacity > Self.maximumKeptCapacity else { return }
    capacity = Self.firstCapacity
    unsafe start = Self.resized(start, to: capacity)
  }

  // MARK: Output

  /// A copy of all bytes.
  var array: [UInt8] { unsafe Array(UnsafeBufferPointer(start: start, count: count)) }

  /// Appends all bytes to `bytes`.
  func append(to bytes: inout [UInt8]) {
    // SAFETY: The first `count` bytes of the memory are initialized, and are copied.
    unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
  }

  /// Returns a scanned document of all bytes.
  ///
  /// - Parameter duplicateKeys: The handling of duplicate keys. Defaults to `.keepFirst`.
  /// - Throws: `JSON.SyntaxError` if the bytes are not valid JSON.
  func scanned(duplicateKeys: JSON.DuplicateKeys = .keepFirst) throws(JSON.SyntaxError) -> JSONDocument {
    // SAFETY: The first `count` bytes of the memory are initialized, and the document copies them.
    let bytes = unsafe UnsafeBufferPointer(start: start, count: count).span
    return try JSONDocument(copying: bytes, maximumDepth: .max, duplicateKeys: duplicateKeys)
  }
}

// SAFETY: The buffers over a document are used only during the call, while the tape's owner keeps the document.
extension JSONBuffer {
  /// Appends a key, or a value that is not a container.
  func appendScalar(_ entry: JSONEntry, of tape: JSONTape, escapesSlashes: Bool) {
    switch entry.kind {
    case .string, .unicode:
      if escapesSlashes {
        unsafe appendString(tape.bytes(of: entry), escapesSlashes: true)
      } else {
        // A string without escapes contains nothing that must be escaped. The quotation marks are around its bytes.
        unsafe appendToken(at: tape.bytes + entry.offset - 1, count: tape.length(of: entry) + 2)
      }
    case .escaped:
      unsafe tape.withText(of: entry) { unsafe appendString($0, escapesSlashes: escapesSlashes) }
    case .integer, .fraction: unsafe appendToken(at: tape.bytes + entry.offset, count: tape.length(of: entry))
    case .null, .array, .object: appendNull()
    case .false: append(false)
    case .true: append(true)
    }
  }

  /// Appends bytes of a document in blocks, since most tokens are short.
  ///
  /// SAFETY: The last block is read from the document or from its padding, which is longer than a block, and written to
  /// memory that is reserved.
  @inline(__always)
  private func appendToken(at token: UnsafePointer<UInt8>, count: Int) {
    unsafe append(room: count + JSONBlock.size) { target in
      var position = 0
      repeat {
        unsafe JSONBlock(at: token + position).store(at: target + position)
        position += JSONBlock.size
      } while position < count
      return count
    }
  }
}
