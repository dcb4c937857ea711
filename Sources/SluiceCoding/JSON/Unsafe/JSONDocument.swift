internal import Glibc

/// A scanned document: a copy of its bytes, and the tape of its values.
///
/// `@unchecked Sendable` and `@safe`: nothing changes after `init`; the memory is freed by `deinit` alone. Every
/// offset handed to a method comes from the tape, which the scanner wrote for these very bytes, or is checked.
/// The bytes are followed by ``padding`` zeros, which no loop over a token passes.
@safe
final class JSONDocument: @unchecked Sendable {
  /// Zeros after the bytes, so that whole words can be read anywhere.
  static let padding = 32

  let bytes: UnsafePointer<UInt8>
  let byteCount: Int
  let tape: UnsafePointer<UInt64>
  let tapeCount: Int

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
    unsafe bytes = UnsafePointer(memory)
    byteCount = count
    unsafe tape = UnsafePointer(scanner.tape)
    tapeCount = scanner.tapeCount
    if duplicateKeys == .refuse, let key = firstDuplicateKey() {
      throw position(of: key).error(.duplicateKey)
    }
  }

  deinit {
    unsafe bytes.deallocate()
    unsafe free(UnsafeMutableRawPointer(mutating: tape))
  }

  /// The root's entry.
  static let root = 0

  @inline(__always)
  subscript(index: Int) -> JSONEntry {
    assert(index >= 0 && index < tapeCount)
    return unsafe JSONEntry(word: tape[index])
  }

  /// The entry after `index` and all it contains.
  @inline(__always)
  func next(after index: Int) -> Int {
    let entry = self[index]
    return entry.isContainer ? entry.end : index + 1
  }

  /// How many elements or members a container has.
  func count(of index: Int) -> Int {
    let entry = self[index]
    guard entry.count == JSONEntry.unknownLength else { return entry.count }
    let step = entry.kind == .object ? 1 : 0
    var count = 0
    var child = index + 1
    while child < entry.end {
      child = next(after: child + step)
      count += 1
    }
    return count
  }

  /// How many bytes a string or number has.
  @inline(__always)
  func length(of entry: JSONEntry) -> Int {
    entry.length == JSONEntry.unknownLength ? scannedLength(of: entry) : entry.length
  }

  /// The bytes of a string, between its quotation marks, or of a number.
  @inline(__always)
  func bytes(of entry: JSONEntry) -> UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: bytes + entry.offset, count: length(of: entry))
  }

  /// The position of a string's first quotation mark.
  func position(of index: Int) -> JSONPosition {
    let offset = max(self[index].offset - 1, 0)
    return unsafe JSONPosition(after: UnsafeBufferPointer(start: bytes, count: offset).span)
  }

  @inline(never)
  private func scannedLength(of entry: JSONEntry) -> Int {
    let start = entry.offset
    var position = start
    if entry.isString {
      while unsafe bytes[position] != UInt8(ascii: "\"") {
        unsafe position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
      }
    } else {
      while unsafe JSONScanner.isNumberByte(bytes[position]) { position += 1 }
    }
    return position - start
  }
}
