import SluiceCache
import SluiceFuzz
import SluiceGzip

extension FuzzTarget {
  /// The stored form of a cache's entries, as it was left by a crash, a damaged disk or another program.
  ///
  /// Byte 0 is the form: a key's file, the content of one, to which its signature and checksum are added, or the
  /// metadata of an entry. Bytes 1 and 2 are a place in a file that is damaged.
  static let cacheEntry = FuzzTarget("cache-entry", optionByteCount: 3) { input in
    let form = input.choice(of: [StoredForm.file, .content, .metadata])
    let place = Int(input.byte()) << 8 | Int(input.byte())
    let bytes = input.rest()
    switch form {
    case .file: try checkFile(bytes, damagedAt: place)
    case .content:
      let sum = CRC32.checksum(of: bytes.span)
      let littleEndian = stride(from: 0, to: 32, by: 8).map { UInt8(truncatingIfNeeded: sum >> $0) }
      try checkFile(Array("sluicec1".utf8) + littleEndian + bytes, damagedAt: place)
    case .metadata: try checkHead(bytes)
    }
  }

  private enum StoredForm { case file, content, metadata }

  /// Checks that a file which is accepted is written again as it was, and that damage is noticed.
  private static func checkFile(_ bytes: [UInt8], damagedAt place: Int) throws {
    guard let file = KeyFile(parsing: bytes) else { return }
    try requireEqual(file.bytes, bytes, "written again")
    for variant in file.variants {
      try require(variant.byteCount >= 0, "a negative size")
      try require(variant.content.map { $0.count == variant.byteCount } ?? true, "a size of other bytes")
      try checkHead(variant.metadata)
    }
    let index = place % bytes.count
    var damaged = bytes
    damaged[index] ^= UInt8(truncatingIfNeeded: place >> 8) | 1
    try require(KeyFile(parsing: damaged) == nil, "byte \(index) is damaged")
    try require(KeyFile(parsing: Array(bytes.prefix(index))) == nil, "only \(index) bytes")
    try require(KeyFile(parsing: bytes + [0]) == nil, "an excess byte")
  }

  /// Checks that a head which is accepted is the same when it is written and parsed again.
  private static func checkHead(_ metadata: [UInt8]) throws {
    guard let head = StoredHead(metadata: metadata) else { return }
    guard let written = head.metadata else { throw BrokenProperty("not written again") }
    try requireEqual(StoredHead(metadata: written), head, "parsed again")
    try require(StoredHead(metadata: written.dropLast()) == nil, "without its last byte")
    try require(StoredHead(metadata: written + [0]) == nil, "an excess byte")
    for now in [Int64.min, 0, .max] {
      let freshness = head.freshness(at: now, heuristics: true)
      try require(freshness.lifetime >= 0 && freshness.age >= 0, "negative: \(freshness)")
    }
  }
}
