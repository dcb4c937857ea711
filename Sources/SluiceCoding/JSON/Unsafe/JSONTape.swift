/// The entries of a scanned document, and the bytes that they are about.
///
/// It owns neither, so that it costs nothing to hand around. `@safe`: whoever has it has the document, or is run by one that
/// has it. Every offset handed to a method comes from the tape, which the scanner wrote for these very bytes, or is checked.
/// The bytes are followed by ``JSONDocument/padding`` zeros, which no loop over a token passes.
@safe
struct JSONTape: @unchecked Sendable {
  let bytes: UnsafePointer<UInt8>
  let words: UnsafePointer<UInt64>
  /// How many words there are.
  let count: Int

  init(bytes: UnsafePointer<UInt8>, words: UnsafePointer<UInt64>, count: Int) {
    unsafe self.bytes = bytes
    unsafe self.words = words
    self.count = count
  }

  @inline(__always)
  subscript(index: Int) -> JSONEntry {
    assert(index >= 0 && index < count)
    return unsafe JSONEntry(word: words[index])
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
