internal import Glibc

/// A scanned document, which owns a copy of its bytes and the tape of its values.
///
/// SAFETY: `@unchecked Sendable` and `@safe` are sound because nothing changes after `init`, and only `deinit` frees
/// the memory.
@safe
final class JSONDocument: @unchecked Sendable {
  /// The number of zeros after the bytes, which allow reading 32 bytes at any offset.
  static let padding = 32

  /// The tape of the values. It is valid only as long as the document exists.
  let tape: JSONTape

  /// The index of the root's entry.
  static let root = 0

  /// Copies and scans a document.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the document.
  ///   - maximumDepth: The maximum depth of nested arrays and objects.
  ///   - duplicateKeys: The handling of duplicate keys in an object.
  ///   - isElement: Whether the bytes are a part of a document, whose encoding is known. Defaults to `false`.
  /// - Throws: `JSON.SyntaxError`.
  /// - Complexity: O(*n*) in the number of bytes.
  convenience init(
    copying bytes: Span<UInt8>, maximumDepth: Int, duplicateKeys: JSON.DuplicateKeys, isElement: Bool = false
  ) throws(JSON.SyntaxError) {
    // SAFETY: The raw bytes of a span are unsafe only if its elements may have uninitialized padding. Bytes have none.
    try unsafe self.init(
      copying: bytes.bytes, maximumDepth: maximumDepth, duplicateKeys: duplicateKeys, isElement: isElement)
  }

  /// Copies and scans a document.
  ///
  /// - Parameters:
  ///   - source: The bytes of the document.
  ///   - maximumDepth: The maximum depth of nested arrays and objects.
  ///   - duplicateKeys: The handling of duplicate keys in an object.
  ///   - isElement: Whether the bytes are a part of a document, whose encoding is known. Defaults to `false`.
  /// - Throws: `JSON.SyntaxError`.
  /// - Complexity: O(*n*) in the number of bytes.
  init(
    copying source: RawSpan, maximumDepth: Int, duplicateKeys: JSON.DuplicateKeys, isElement: Bool = false
  ) throws(JSON.SyntaxError) {
    let count = source.byteCount
    guard count < JSONEntry.maximumOffset else { throw JSONPosition().error(.tooLarge) }
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: count + Self.padding)
    unsafe source.withUnsafeBytes { source in
      if let start = source.baseAddress {
        unsafe UnsafeMutableRawPointer(memory).copyMemory(from: start, byteCount: count)
      }
    }
    unsafe (memory + count).initialize(repeating: 0, count: Self.padding)
    var scanner = unsafe JSONScanner(bytes: memory, count: count, maximumDepth: maximumDepth)
    do throws(JSONScanner.Failure) {
      try scanner.scan()
    } catch {
      unsafe free(scanner.tape)
      let position = unsafe JSONPosition(after: UnsafeBufferPointer(start: memory, count: error.offset).span)
      let byte = unsafe memory[error.offset]
      unsafe memory.deallocate()
      throw position.error(isElement ? error.code : error.code.ofEncoding(byte, at: error.offset))
    }
    unsafe tape = JSONTape(bytes: memory, words: scanner.tape, count: scanner.tapeCount)
    if duplicateKeys == .refuse, let key = tape.firstDuplicateKey() {
      throw tape.position(of: key).error(.duplicateKey)
    }
  }

  deinit {
    unsafe tape.bytes.deallocate()
    unsafe free(UnsafeMutableRawPointer(mutating: tape.words))
  }
}

extension JSONDocument {
  /// Calls a closure with the tape, and keeps the document alive during the call.
  @inline(__always)
  func read<Result>(_ body: (JSONTape) throws -> Result) rethrows -> Result {
    try withExtendedLifetime(self) { try body(tape) }
  }
}
