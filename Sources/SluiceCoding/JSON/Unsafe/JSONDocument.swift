internal import Glibc

/// A scanned document: a copy of its bytes, and the tape of its values.
///
/// `@unchecked Sendable` and `@safe`: nothing changes after `init`; the memory is freed by `deinit` alone.
@safe
final class JSONDocument: @unchecked Sendable {
  /// Zeros after the bytes, so that whole words can be read anywhere.
  static let padding = 32

  /// For whoever has the document longer.
  let tape: JSONTape

  /// The root's entry.
  static let root = 0

  /// Scans a copy of `bytes`.
  convenience init(
    copying bytes: Span<UInt8>, maxDepth: Int, duplicateKeys: JSON.DuplicateKeys
  ) throws(JSON.SyntaxError) {
    // Bytes are initialized and have no padding, whatever the compiler fears of other elements.
    try unsafe self.init(copying: bytes.bytes, maxDepth: maxDepth, duplicateKeys: duplicateKeys)
  }

  /// Scans a copy of `source`.
  init(
    copying source: RawSpan, maxDepth: Int, duplicateKeys: JSON.DuplicateKeys
  ) throws(JSON.SyntaxError) {
    let count = source.byteCount
    guard count < JSONEntry.maxOffset else { throw JSONPosition().error(.tooLarge) }
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: count + Self.padding)
    unsafe source.withUnsafeBytes { source in
      if let start = source.baseAddress {
        unsafe UnsafeMutableRawPointer(memory).copyMemory(from: start, byteCount: count)
      }
    }
    unsafe (memory + count).initialize(repeating: 0, count: Self.padding)
    var scanner = unsafe JSONScanner(bytes: memory, count: count, maxDepth: maxDepth)
    do throws(JSONScanner.Failure) {
      try scanner.scan()
    } catch {
      unsafe free(scanner.tape)
      let position = unsafe JSONPosition(after: UnsafeBufferPointer(start: memory, count: error.offset).span)
      unsafe memory.deallocate()
      throw position.error(error.code)
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
  /// Calls `body` with the entries, while the document is there.
  @inline(__always)
  func read<Result>(_ body: (JSONTape) throws -> Result) rethrows -> Result {
    try withExtendedLifetime(self) { try body(tape) }
  }
}
