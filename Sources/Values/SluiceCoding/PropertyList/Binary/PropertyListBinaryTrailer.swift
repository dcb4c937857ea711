internal import SluiceErrors

/// The last 32 bytes of a binary property list, from which everything else in it is found.
///
/// All numbers are big-endian. ``PropertyListBinaryObject`` describes the objects.
///
/// ```
/// offset         size                        content
/// 0              8                           header: "bplist00"
/// 8              …                           objects, identified by their numbers, from 0
/// tableOffset    objectCount × offsetSize    offset table: for each object, the offset of its first byte
/// end − 32       6                           trailer: 5 unused bytes and a sort version, all 0
/// end − 26       1                             offsetSize: the size of an entry of the offset table, 1 to 8
/// end − 25       1                             referenceSize: the size of an object's number in a container, 1 to 8
/// end − 24       8                             objectCount
/// end − 16       8                             root: the number of the root object
/// end − 8        8                             tableOffset
/// ```
///
/// The dictionary `["a": [1, 1]]` takes 54 bytes. Its two equal integers are one object, referred to twice:
///
/// ```
/// 00  62 70 6C 69 73 74 30 30    "bplist00"
/// 08  D1 01 02                   object 0: a dictionary of 1 member: key object 1, value object 2
/// 0B  51 61                      object 1: the string "a"
/// 0D  A2 03 03                   object 2: an array of 2 elements, both object 3
/// 10  10 01                      object 3: the integer 1
/// 12  08 0B 0D 10                offset table
/// 16  00 00 00 00 00 00 01 01    trailer: offsetSize 1, referenceSize 1
/// 1E  00 00 00 00 00 00 00 04      objectCount
/// 26  00 00 00 00 00 00 00 00      root
/// 2E  00 00 00 00 00 00 00 12      tableOffset
/// ```
struct PropertyListBinaryTrailer {
  static let magic = Array("bplist00".utf8)
  static let size = 32

  /// The number of bytes of each entry of the offset table, from 1 to 8.
  let offsetSize: Int
  /// The number of bytes of each reference to an object, from 1 to 8.
  let referenceSize: Int
  let objectCount: Int
  /// The number of the root object.
  let root: Int
  /// The position at which the objects end and the offset table begins. The table ends at the trailer.
  let tableOffset: Int

  func append(to output: inout [UInt8]) {
    // Five unused bytes, and the version of the sort order, which is always 0.
    output += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    for number in [objectCount, root, tableOffset] { output.append(bigEndian: number, size: 8) }
  }
}

extension PropertyListBinaryTrailer {
  /// Parses the trailer of a document, and checks that everything it refers to lies within the document.
  init(parsing bytes: [UInt8]) throws(PropertyList.Error) {
    guard bytes.starts(with: Self.magic) else {
      throw PropertyList.Error(.malformed, at: 0, "a binary property list of an unknown version")
    }
    let start = bytes.count - Self.size
    // The smallest root takes one byte, and its offset another.
    guard start >= Self.magic.count + 2 else {
      throw PropertyList.Error(.truncated, at: bytes.count, "the document is too short for its trailer")
    }
    offsetSize = Int(bytes[start + 6])
    referenceSize = Int(bytes[start + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
      throw PropertyList.Error(.malformed, at: start + 6, "offsets and references must have 1 to 8 bytes")
    }
    guard let objectCount = bytes.integer(at: start + 8, size: 8),
      let root = bytes.integer(at: start + 16, size: 8), root < objectCount
    else { throw PropertyList.Error(.malformed, at: start + 16, "the root is not one of the objects") }
    let (tableSize, overflow) = objectCount.multipliedReportingOverflow(by: offsetSize)
    guard let tableOffset = bytes.integer(at: start + 24, size: 8), !overflow, tableSize < start,
      tableOffset == start - tableSize, tableOffset > Self.magic.count
    else { throw PropertyList.Error(.malformed, at: start + 24, "the offset table is misplaced") }
    self.objectCount = objectCount
    self.root = root
    self.tableOffset = tableOffset
  }
}

extension [UInt8] {
  /// Returns the big-endian number of `size` bytes at `offset`, or `nil` if it is above `Int.max`.
  ///
  /// The number must lie within the array.
  func integer(at offset: Int, size: Int) -> Int? {
    var number: UInt64 = 0
    for byte in self[offset..<offset + size] { number = number << 8 | UInt64(byte) }
    return Int(exactly: number)
  }
}
