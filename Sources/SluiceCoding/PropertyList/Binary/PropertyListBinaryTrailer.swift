/// The last 32 bytes of a binary property list, which say where all else is.
struct PropertyListBinaryTrailer {
  static let magic = Array("bplist00".utf8)
  static let size = 32

  /// How many bytes each offset in the table takes.
  let offsetSize: Int
  /// How many bytes each reference to an object takes.
  let referenceSize: Int
  let objectCount: Int
  /// The number of the root.
  let root: Int
  /// Where the objects end, and the table of their offsets begins, which ends where the trailer begins.
  let tableOffset: Int

  func append(to output: inout [UInt8]) {
    // Five bytes that nobody uses, and a version of the sorting, which is always 0.
    output += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    for number in [objectCount, root, tableOffset] { output.append(bigEndian: number, size: 8) }
  }
}

extension PropertyListBinaryTrailer {
  /// Reads the trailer of a document, and checks that all that it says lies within it.
  init(of bytes: [UInt8]) throws(PropertyList.Error) {
    guard bytes.starts(with: Self.magic) else {
      throw PropertyList.Error(.malformed, at: 0, "a binary property list of an unknown version")
    }
    let start = bytes.count - Self.size
    // The smallest root is one byte, and its offset another.
    guard start >= Self.magic.count + 2 else {
      throw PropertyList.Error(.truncated, at: bytes.count, "the document is too short for its trailer")
    }
    offsetSize = Int(bytes[start + 6])
    referenceSize = Int(bytes[start + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
      throw PropertyList.Error(.malformed, at: start + 6, "offsets and references have 1 to 8 bytes")
    }
    guard let objectCount = bytes.integer(at: start + 8, size: 8),
      let root = bytes.integer(at: start + 16, size: 8), root < objectCount
    else { throw PropertyList.Error(.malformed, at: start + 16, "the root is none of the objects") }
    let (tableSize, overflow) = objectCount.multipliedReportingOverflow(by: offsetSize)
    guard let tableOffset = bytes.integer(at: start + 24, size: 8), !overflow, tableSize < start,
      tableOffset == start - tableSize, tableOffset > Self.magic.count
    else { throw PropertyList.Error(.malformed, at: start + 24, "the table of offsets ends elsewhere") }
    self.objectCount = objectCount
    self.root = root
    self.tableOffset = tableOffset
  }
}

extension [UInt8] {
  /// The number of `size` bytes, the highest first, that is at `offset`, which has to lie within. Nil for one
  /// above `Int.max`.
  func integer(at offset: Int, size: Int) -> Int? {
    var number: UInt64 = 0
    for byte in self[offset..<offset + size] { number = number << 8 | UInt64(byte) }
    return Int(exactly: number)
  }
}
