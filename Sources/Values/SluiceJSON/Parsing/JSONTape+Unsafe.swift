/// The tape of a scanned document: one entry for each value and key, in the order of the document.
///
/// Each container precedes its content, and each key its value. The entry of a container holds the index of the entry
/// after its content, so a container is skipped in one step. The tape of a document of 35 bytes:
///
///     {"id":7,"tags":["a","\n"],"n":-1.5}
///     0         1         2         3
///     01234567890123456789012345678901234
///
///     index   kind       offset or end   length or count   word             represents
///     0       object     end 9           3 members         0x9_000003_9     the root
///     1       string     offset 2        2 bytes           0x2_000002_5       the key "id"
///     2       integer    offset 6        1 byte            0x6_000001_3       7
///     3       string     offset 9        4 bytes           0x9_000004_5       the key "tags"
///     4       array      end 7           2 elements        0x7_000002_8       the array
///     5       string     offset 17       1 byte            0x11_000001_5        "a"
///     6       escaped    offset 21       2 bytes           0x15_000002_7        "\n"
///     7       string     offset 27       1 byte            0x1B_000001_5      the key "n"
///     8       fraction   offset 30       4 bytes           0x1E_000004_4      -1.5
///
/// The value of a key is the next entry. The member after the array at index 4 starts at its end, index 7.
/// ``JSONEntry`` shows the layout of a word.
///
/// A tape owns neither the entries nor the bytes, so passing it around costs nothing.
///
/// SAFETY: `@safe` is sound because a tape is used only by owners of its document and during their calls. Each offset
/// that is passed to a method comes from the tape, which the scanner wrote for these bytes, or is checked. No loop over
/// a token passes its end, and blocks that extend past it are read only before ``readableEnd``.
@safe
@usableFromInline
struct JSONTape: @unchecked Sendable {
  @usableFromInline let bytes: UnsafePointer<UInt8>
  @usableFromInline let words: UnsafePointer<UInt64>
  /// The number of words.
  @usableFromInline let count: Int
  /// The offset after the last byte that may be read: the end of a borrowed document, or of the padding of another one.
  let readableEnd: Int

  init(bytes: UnsafePointer<UInt8>, readableEnd: Int, words: UnsafePointer<UInt64>, count: Int) {
    unsafe self.bytes = bytes
    self.readableEnd = readableEnd
    unsafe self.words = words
    self.count = count
  }

  /// A tape without entries.
  static var empty: JSONTape {
    let nothing: StaticString = ""
    // SAFETY: The pointers are never read, because there are no entries.
    let words = unsafe UnsafeRawPointer(nothing.utf8Start).assumingMemoryBound(to: UInt64.self)
    return unsafe JSONTape(bytes: nothing.utf8Start, readableEnd: 0, words: words, count: 0)
  }

  /// The entry at `index`.
  ///
  /// - Precondition: `index` is at least 0 and less than ``count``, which only debug builds check.
  @inlinable @inline(__always)
  subscript(index: Int) -> JSONEntry {
    assert(index >= 0 && index < count)
    return unsafe JSONEntry(word: words[index])
  }

  /// Returns the index of the entry after the one at `index` and its content.
  @inlinable @inline(__always)
  func next(after index: Int) -> Int {
    let entry = self[index]
    return entry.isContainer ? entry.end : index &+ 1
  }

  /// Returns whether arrays and objects are nested in more levels than `maximumDepth` in the value at `index`.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  func isNested(moreThan maximumDepth: Int, at index: Int) -> Bool {
    /// The ends of the containers around the current entry.
    var ends: [Int] = []
    for index in index..<next(after: index) where self[index].isContainer {
      while let end = ends.last, end <= index { ends.removeLast() }
      guard ends.count < maximumDepth else { return true }
      ends.append(self[index].end)
    }
    return false
  }

  /// Returns the number of elements or members of a container.
  ///
  /// - Complexity: O(1), or O(*n*) for containers with ``JSONEntry/unknownLength`` elements or members or more.
  @usableFromInline
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

  /// Returns the number of bytes of a string, between its quotation marks, or of a number.
  ///
  /// - Complexity: O(1), or O(*n*) for ``JSONEntry/unknownLength`` bytes or more.
  @inline(__always)
  func length(of entry: JSONEntry) -> Int {
    entry.length == JSONEntry.unknownLength ? scannedLength(of: entry) : entry.length
  }

  /// Returns the bytes of a string, between its quotation marks, or of a number.
  @inline(__always)
  func bytes(of entry: JSONEntry) -> UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: bytes + entry.offset, count: length(of: entry))
  }

  /// Returns whether a byte follows the colon of a key, in a document without other blanks.
  func colon(of key: JSONEntry, isFollowedBy byte: UInt8) -> Bool {
    let place = key.offset + length(of: key) + 2
    return unsafe place < readableEnd && bytes[place] == byte
  }

  /// Returns whether ``JSONDocument/padding`` bytes are readable at an offset.
  @inline(__always)
  func isPadded(at offset: Int) -> Bool { offset &+ JSONDocument.padding <= readableEnd }

  /// Returns the position of the opening quotation mark of the string at `index`.
  ///
  /// - Complexity: O(*n*) in the number of bytes before it.
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
      while position < readableEnd, unsafe JSONScanner.isNumberByte(bytes[position]) { position += 1 }
    }
    return position - start
  }
}
