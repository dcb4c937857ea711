internal import Glibc
internal import SluiceErrors

/// A scanned document, which owns the tape of its values and a copy of its bytes, unless these are borrowed for a call.
///
/// SAFETY: `@unchecked Sendable` and `@safe` are sound because nothing changes after `init`, except by the methods that
/// scan, and by ``endBorrowing(keepingBytes:)``, which are called only while the caller has the only reference. Only
/// `deinit`, ``release()`` and ``reserve(_:)`` free the memory.
@safe
final class JSONDocument: @unchecked Sendable {
  /// The number of zeros after the bytes, which allow reading 32 bytes at any offset.
  static let padding = 32
  /// The maximum number of bytes, and of bytes of the tape, that are kept for another document: 4 MiB.
  private static let maximumKeptByteCount = 4 << 20
  /// The maximum number of bytes of a document that is copied although it could be borrowed.
  private static let maximumCopiedByteCount = 1024

  /// The tape of the values. It is valid only as long as the document exists, and until another one is scanned.
  @safe @exclusivity(unchecked) private(set) var tape: JSONTape
  /// The number of bytes without the zeros.
  private var byteCount = 0
  /// The limits of the scan.
  private var limits = (maximumDepth: 0, duplicateKeys: JSON.DuplicateKeys.keepFirst)
  /// Whether the bytes of the tape are those of a caller.
  private var isBorrowed = false
  /// The memory for copied bytes.
  private var bytes: UnsafeMutablePointer<UInt8>?
  private var byteCapacity = 0
  private var words: UnsafeMutablePointer<UInt64>?
  private var wordCapacity = 0

  /// The index of the root's entry.
  static let root = 0

  /// Creates an empty document, for a reader that scans documents with it.
  init() { tape = .empty }

  /// Copies and scans a document.
  ///
  /// - Parameters:
  ///   - source: The bytes of the document.
  ///   - maximumDepth: The maximum depth of nested arrays and objects.
  ///   - duplicateKeys: The handling of duplicate keys in an object.
  ///   - isElement: Whether the bytes are a part of a document, whose encoding is known. Defaults to `false`.
  /// - Throws: `JSON.SyntaxError`.
  /// - Complexity: O(*n*) in the number of bytes.
  convenience init(
    copying source: Span<UInt8>, maximumDepth: Int, duplicateKeys: JSON.DuplicateKeys, isElement: Bool = false
  ) throws(JSON.SyntaxError) {
    self.init()
    try scan(copying: source, maximumDepth: maximumDepth, duplicateKeys: duplicateKeys, isElement: isElement)
  }

  /// Creates a copy of a document, without scanning it again.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  init(copying other: JSONDocument) {
    (byteCount, limits) = (other.byteCount, other.limits)
    let (count, paddedCount) = (other.tape.count, byteCount + Self.padding)
    // The bytes follow the words in the same memory. A second allocation takes longer than copying a small document.
    let words = unsafe JSONScanner.resized(nil, to: count + paddedCount / MemoryLayout<UInt64>.stride + 1)
    let end = unsafe UnsafeMutableRawPointer(words + count)
    let bytes = unsafe end.bindMemory(to: UInt8.self, capacity: paddedCount)
    unsafe words.update(from: other.tape.words, count: count)
    unsafe Self.copyPadded(UnsafeBufferPointer(start: other.tape.bytes, count: byteCount), to: bytes)
    unsafe self.words = words
    unsafe tape = JSONTape(bytes: bytes, readableEnd: paddedCount, words: words, count: count)
  }

  /// Copies and scans a document in place of the present one, with the same memory if it is large enough.
  ///
  /// See ``init(copying:maximumDepth:duplicateKeys:isElement:)``.
  ///
  /// - Precondition: Nothing but the caller refers to the document or its tape.
  func scan(
    copying source: Span<UInt8>, maximumDepth: Int, duplicateKeys: JSON.DuplicateKeys, isElement: Bool = false
  ) throws(JSON.SyntaxError) {
    let count = source.count
    guard count < JSONEntry.maximumOffset else { throw JSONPosition().error(.tooLarge) }
    let memory = unsafe source.withUnsafeBufferPointer { unsafe copyPadded($0) }
    isBorrowed = false
    try unsafe scan(
      UnsafeBufferPointer(start: memory, count: count), maximumDepth: maximumDepth,
      duplicateKeys: duplicateKeys, isElement: isElement)
  }

  /// Scans a document where it is, in place of the present one, except for its end.
  ///
  /// - Parameters:
  ///   - source: The bytes of the document, which must exist until ``endBorrowing(keepingBytes:)`` is called.
  ///   - maximumDepth: The maximum depth of nested arrays and objects.
  ///   - duplicateKeys: The handling of duplicate keys in an object.
  /// - Precondition: Nothing but the caller refers to the document or its tape.
  /// - Throws: `JSON.SyntaxError`.
  /// - Complexity: O(*n*) in the number of bytes.
  func scan(
    borrowing source: Span<UInt8>, maximumDepth: Int, duplicateKeys: JSON.DuplicateKeys
  ) throws(JSON.SyntaxError) {
    let count = source.count
    guard count < JSONEntry.maximumOffset, count > Self.maximumCopiedByteCount else {
      return try scan(copying: source, maximumDepth: maximumDepth, duplicateKeys: duplicateKeys)
    }
    // SAFETY: The caller guarantees that the bytes exist as long as the tape refers to them.
    let bytes = unsafe source.withUnsafeBufferPointer { unsafe $0 }
    isBorrowed = true
    try unsafe scan(bytes, maximumDepth: maximumDepth, duplicateKeys: duplicateKeys, isElement: false)
  }

  /// Scans bytes that are borrowed or followed by zeros.
  private func scan(
    _ source: UnsafeBufferPointer<UInt8>, maximumDepth: Int, duplicateKeys: JSON.DuplicateKeys,
    isElement: Bool
  ) throws(JSON.SyntaxError) {
    tape = .empty
    guard let start = source.baseAddress else { return }
    var scanner = unsafe JSONScanner(
      of: self, bytes: start, count: source.count, isBorrowed: isBorrowed, maximumDepth: maximumDepth,
      tape: words, capacity: wordCapacity)
    defer { unsafe (words, wordCapacity) = (scanner.tape, scanner.tapeCapacity) }
    do throws(JSONScanner.Failure) {
      try scanner.scan()
    } catch {
      let position = unsafe JSONPosition(after: UnsafeBufferPointer(start: start, count: error.offset).span)
      let byte = error.offset < source.count ? unsafe start[error.offset] : 0
      throw position.error(isElement ? error.code : error.code.ofEncoding(byte, at: error.offset))
    }
    byteCount = source.count
    limits = (maximumDepth, duplicateKeys)
    unsafe tape = JSONTape(
      bytes: start, readableEnd: isBorrowed ? byteCount : byteCount + Self.padding, words: scanner.tape,
      count: scanner.tapeCount)
    if duplicateKeys == .refuse, let key = tape.firstDuplicateKey() {
      throw tape.position(of: key).error(.duplicateKey)
    }
  }

  /// Removes all references to borrowed bytes.
  ///
  /// - Parameter keepingBytes: Whether the document remains, with a copy of its bytes.
  func endBorrowing(keepingBytes: Bool) {
    guard isBorrowed else { return }
    isBorrowed = false
    guard keepingBytes else {
      tape = .empty
      return
    }
    let bytes = unsafe copyPadded(UnsafeBufferPointer(start: tape.bytes, count: byteCount))
    unsafe tape = JSONTape(
      bytes: bytes, readableEnd: byteCount + Self.padding, words: tape.words, count: tape.count)
  }

  /// Copies bytes to the memory of the document, followed by zeros.
  func copyPadded(_ source: UnsafeBufferPointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    let memory = unsafe reserve(source.count + Self.padding)
    unsafe Self.copyPadded(source, to: memory)
    return unsafe memory
  }

  private static func copyPadded(_ source: UnsafeBufferPointer<UInt8>, to memory: UnsafeMutablePointer<UInt8>)
  {
    if let start = source.baseAddress { unsafe memory.update(from: start, count: source.count) }
    unsafe (memory + source.count).initialize(repeating: 0, count: padding)
  }

  private func reserve(_ capacity: Int) -> UnsafeMutablePointer<UInt8> {
    if let bytes = unsafe bytes, capacity <= byteCapacity { return unsafe bytes }
    // The old bytes are not needed, so they are not moved.
    unsafe bytes?.deallocate()
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    unsafe (bytes, byteCapacity) = (memory, capacity)
    return unsafe memory
  }

  /// Releases the memory if it is large.
  func releaseIfLarge() {
    guard max(byteCapacity, wordCapacity * MemoryLayout<UInt64>.stride) > Self.maximumKeptByteCount else {
      return
    }
    release()
  }

  private func release() {
    unsafe bytes?.deallocate()
    unsafe free(words)
    tape = .empty
    unsafe (bytes, byteCapacity, words, wordCapacity) = (nil, 0, nil, 0)
  }

  deinit { release() }
}

extension JSONDocument {
  /// Returns whether a scan of the value at `index` with other limits would succeed.
  ///
  /// - Complexity: O(1) if the document was scanned with limits that are as strict; otherwise, O(*n*) on average in the
  ///   size of the value.
  func obeys(maximumDepth: Int, duplicateKeys: JSON.DuplicateKeys, at index: Int) -> Bool {
    read { tape in
      (limits.maximumDepth <= maximumDepth || !tape.isNested(moreThan: maximumDepth, at: index))
        && (duplicateKeys != .refuse || limits.duplicateKeys == .refuse
          || tape.firstDuplicateKey(in: index) == nil)
    }
  }

  /// Calls a closure with the tape, and keeps the document alive during the call.
  @inline(__always)
  func read<Result>(_ body: (JSONTape) throws -> Result) rethrows -> Result {
    try withExtendedLifetime(self) { try body(tape) }
  }
}

/// A document whose memory later documents use, unless a value still refers to it.
struct JSONReusedDocument {
  private var document: JSONDocument?

  /// Copies and scans a document.
  ///
  /// - Throws: `JSON.SyntaxError`.
  mutating func scan(
    copying bytes: Span<UInt8>, maximumDepth: Int, duplicateKeys: JSON.DuplicateKeys, isElement: Bool = false
  ) throws(JSON.SyntaxError) -> JSONDocument {
    if !isKnownUniquelyReferenced(&document) { document = nil }
    let document = document ?? JSONDocument()
    self.document = document
    try document.scan(
      copying: bytes, maximumDepth: maximumDepth, duplicateKeys: duplicateKeys, isElement: isElement)
    return document
  }
}
