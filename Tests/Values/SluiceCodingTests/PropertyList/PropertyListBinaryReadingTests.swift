import FoundationEssentials
import SluiceCoding
import SluiceTestSupport
import Testing

/// Reading the binary format.
@Suite(.timeLimit(.minutes(5))) struct PropertyListBinaryReadingTests {
  /// Returns a document of these objects. By default, the root is the first one, and references have one byte.
  private static func document(
    _ objects: [[UInt8]], root: Int = 0, offsets: [Int]? = nil, offsetSize: Int = 2, referenceSize: Int = 1
  ) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var starts: [Int] = []
    for object in objects {
      starts.append(bytes.count)
      bytes += object
    }
    let table = bytes.count
    let offsets = offsets ?? starts
    func append(_ number: Int, _ size: Int) {
      for index in 0..<size {
        bytes.append(index < size - 8 ? 0 : UInt8(number >> (8 * (size - 1 - index)) & 0xFF))
      }
    }
    for offset in offsets { append(offset, offsetSize) }
    bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    append(offsets.count, 8)
    append(root, 8)
    append(table, 8)
    return bytes
  }

  private static let scalars: [([UInt8], Plist)] = [
    ([0x08], false), ([0x09], true), ([0x10, 0xFF], 255), ([0x11, 0xFF, 0xFE], 65534),
    ([0x12, 0xFF, 0xFF, 0xFF, 0xFF], 4_294_967_295),
    ([0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE], -2),
    ([0x13, 0x80, 0, 0, 0, 0, 0, 0, 0], -9_223_372_036_854_775_808),
    (
      [0x14] + [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 0xFF, count: 8),
      18_446_744_073_709_551_615
    ),
    ([0x14] + [UInt8](repeating: 0xFF, count: 16), -1),
    ([0x22, 0x3F, 0xC0, 0, 0], 1.5), ([0x23, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0], 1.5),
    ([0x33, 0xBF, 0xF8, 0, 0, 0, 0, 0, 0], .date(Date(timeIntervalSinceReferenceDate: -1.5))),
    ([0x40], .data(Data())), ([0x42, 1, 2], .data(Data([1, 2]))), ([0x4F, 0x10, 1, 7], .data(Data([7]))),
    ([0x50], ""), ([0x52, 0x61, 0x0A], "a\n"), ([0x5F, 0x11, 0, 1, 0x61], "a"),
    ([0x5F, 0x14] + [UInt8](repeating: 0, count: 15) + [1, 0x61], "a"),
    ([0x61, 0x65, 0xE5], "日"), ([0x62, 0xD8, 0x3D, 0xDE, 0x00], "😀"), ([0x61, 0, 0], "\0"),
    ([0x80, 7], .uid(7)), ([0x81, 1, 0], .uid(256)), ([0x82, 1, 0, 0], .uid(65536)),
    ([0x87] + [UInt8](repeating: 0xFF, count: 8), .uid(.max)),
    ([0x8F] + [UInt8](repeating: 0, count: 15) + [9], .uid(9)),
    ([0xA0], []), ([0xD0], [:]), ([0xAF, 0x10, 0], []),
  ]

  @Test(arguments: scalars)
  func `each kind of object is read`(object: [UInt8], value: Plist) throws {
    for size in [1, 2, 3, 8] {
      let document = Self.document([object], offsetSize: size, referenceSize: size)
      #expect(try PropertyList.read(document).canonical == value.canonical)
    }
  }

  @Test func `arrays and dictionaries are read`() throws {
    // {"a": ["a", 1], "b": {}}, with its root last.
    let objects: [[UInt8]] = [
      [0x51, 0x61], [0x51, 0x62], [0x10, 1], [0xA2, 0, 2], [0xD0], [0xD2, 0, 1, 3, 4],
    ]
    #expect(try PropertyList.read(Self.document(objects, root: 5)) == ["a": ["a", 1], "b": [:]])
    // Three bytes for each reference.
    #expect(
      try PropertyList.read(Self.document([[0xA1, 0, 0, 1], [0x09]], referenceSize: 3)) == [true])
    // The last of several members with the same key counts.
    #expect(
      try PropertyList.read(Self.document([[0xD2, 1, 1, 2, 3], [0x51, 0x61], [0x08], [0x09]])) == ["a": true])
  }

  typealias MalformedObjects = (objects: [[UInt8]], code: ErrorCode, offset: Int)

  private static let refused: NamedCases<MalformedObjects> = [
    "null": ([[0x00]], .malformed, 8), "kind 0x01": ([[0x01]], .malformed, 8),
    "fill byte": ([[0x0F]], .malformed, 8), "integer of 32 bytes": ([[0x15]], .malformed, 8),
    "real of two bytes": ([[0x21, 0, 0]], .malformed, 8),
    "date of four bytes": ([[0x32, 0, 0, 0, 0]], .malformed, 8),
    "UTF-8 string": ([[0x70]], .malformed, 8), "kind 0x90": ([[0x90]], .malformed, 8),
    "ordered set": ([[0xB0]], .malformed, 8), "set": ([[0xC0]], .malformed, 8),
    "kind 0xE0": ([[0xE0]], .malformed, 8),
    // Bodies that do not fit.
    "integer without a byte": ([[0x10]], .malformed, 8), "truncated integer": ([[0x13, 0]], .malformed, 8),
    "truncated real": ([[0x23, 0]], .malformed, 8), "truncated date": ([[0x33, 0]], .malformed, 8),
    "truncated data": ([[0x41]], .malformed, 8), "truncated ASCII": ([[0x52, 0x61]], .malformed, 8),
    "truncated UTF-16": ([[0x61, 0]], .malformed, 8), "truncated UID": ([[0x81, 0]], .malformed, 8),
    "truncated array": ([[0xA1]], .malformed, 8), "truncated dictionary": ([[0xD1, 0]], .malformed, 8),
    // Counts.
    "no count": ([[0x4F]], .malformed, 8), "Boolean as a count": ([[0x4F, 0x09]], .malformed, 8),
    "truncated count": ([[0x4F, 0x10]], .malformed, 9),
    "count of 32 bytes": ([[0x4F, 0x15, 0]], .malformed, 8),
    "count over the bytes left": ([[0x4F, 0x10, 2, 0]], .malformed, 8),
    "negative count": ([[0x4F, 0x13] + [UInt8](repeating: 0xFF, count: 8)], .malformed, 8),
    "data of 2⁶³ - 1 bytes": ([[0x4F, 0x13, 0x7F] + [UInt8](repeating: 0xFF, count: 7)], .malformed, 8),
    "text of 2⁶³ - 1 units": ([[0x6F, 0x13, 0x7F] + [UInt8](repeating: 0xFF, count: 7)], .malformed, 8),
    "array of 2⁶³ - 1 elements": ([[0xAF, 0x13, 0x7F] + [UInt8](repeating: 0xFF, count: 7)], .malformed, 8),
    "dictionary of 2⁶³ - 1 members": (
      [[0xDF, 0x13, 0x7F] + [UInt8](repeating: 0xFF, count: 7)], .malformed, 8
    ),
    "dictionary of 2⁶⁴ - 1 members": (
      [[0xDF, 0x14] + [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 0xFF, count: 8)], .malformed, 8
    ),
    // Values.
    "integer of -2¹²⁷": ([[0x14, 0x80] + [UInt8](repeating: 0, count: 15)], .malformed, 8),
    "integer of 2⁶⁴": (
      [[0x14] + [UInt8](repeating: 0, count: 7) + [1] + [UInt8](repeating: 0, count: 8)], .malformed, 8
    ),
    "infinite date": ([[0x33, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0]], .malformed, 8),
    "date that is not a number": ([[0x33] + [UInt8](repeating: 0xFF, count: 8)], .malformed, 8),
    "UID over 2⁶⁴": ([[0x8F, 1] + [UInt8](repeating: 0, count: 15)], .malformed, 8),
    "byte over 0x7F in ASCII": ([[0x52, 0x61, 0x80]], .invalidText, 10),
    "first half of a surrogate pair": ([[0x61, 0xD8, 0]], .invalidText, 9),
    "second half of a surrogate pair": ([[0x61, 0xDC, 0]], .invalidText, 9),
    "surrogate pair in the wrong order": ([[0x62, 0xDC, 0, 0xD8, 0]], .invalidText, 9),
    // References.
    "reference after the last object": ([[0xA1, 1]], .malformed, 9),
    "dictionary as its own key": ([[0xD1, 0, 9]], .cycle, 8),
    "Boolean as a key": ([[0xD1, 1, 1], [0x09]], .malformed, 8), "array in itself": ([[0xA1, 0]], .cycle, 8),
    "cycle of three": ([[0xA1, 1], [0xA1, 2], [0xD1, 3, 0], [0x50]], .cycle, 8),
    "cycle below the root": ([[0xA2, 1, 1], [0xA1, 1]], .cycle, 11),
  ]

  @Test(arguments: refused)
  func `a malformed object is an error with its offset`(malformed: NamedCase<MalformedObjects>) throws {
    let (objects, code, offset) = malformed.value
    let error = try #require(PropertyList.refusal(Self.document(objects)))
    #expect(error.code == code)
    #expect(error.byteOffset == offset)
  }

  @Test func `a malformed trailer is an error`() throws {
    let good = Self.document([[0xA1, 1], [0x09]])
    _ = try PropertyList.read(good)
    let trailer = good.count - 32
    // Each of the trailer's numbers as 0, one more, all ones, and the largest signed number.
    for (place, size) in [(6, 1), (7, 1), (8, 8), (16, 8), (24, 8)] {
      for digits in [0, 0xFF, 0x7F, good[trailer + place + size - 1] + 1] as [UInt8] {
        var bytes = good
        for index in 0..<size {
          bytes[trailer + place + index] =
            index == size - 1 || digits > 0x7E ? (index == 0 || digits != 0x7F ? digits : 0xFF) : 0
        }
        // A root of 1 and a reference of two bytes may be valid.
        guard place != 16 || digits == 0xFF || digits == 0x7F, place != 7 || digits != 2 else { continue }
        #expect(PropertyList.refusal(bytes) != nil, "\(place) \(digits)")
      }
    }
    let byteAfterTheTrailer = good + [0]
    #expect(PropertyList.refusal(byteAfterTheTrailer) != nil)
    let magicAlone = Array("bplist00".utf8)
    #expect(PropertyList.refusal(magicAlone)?.code == .truncated)
    let otherVersion = Array("bplist01".utf8) + good.dropFirst(8)
    #expect(PropertyList.refusal(otherVersion)?.code == .malformed)
    let muchLaterVersion = Array("bplist15".utf8) + good.dropFirst(8)
    #expect(PropertyList.refusal(muchLaterVersion)?.description.contains("unknown version") == true)
    let truncatedMagic = Array("bplist".utf8)
    #expect(PropertyList.refusal(truncatedMagic)?.code == .malformed)
  }

  @Test func `an offset outside the objects is an error`() {
    for offset in [0, 7, 9, 10, 0xFFFF] {
      let error = PropertyList.refusal(Self.document([[0x09]], offsets: [offset]))
      #expect(error?.code == .malformed)
      #expect(error?.byteOffset == 9)
    }
    let huge = Self.document([[0x09]], offsets: [-1], offsetSize: 8)
    #expect(PropertyList.refusal(huge)?.code == .malformed)
  }

  @Test func `a UID of nine bytes must begin with zero`() throws {
    let rest = [UInt8](repeating: 0xFF, count: 8)
    #expect(try PropertyList.read(Self.document([[0x88, 0] + rest])) == .uid(.max))
    #expect(PropertyList.refusal(Self.document([[0x88, 1] + rest]))?.code == .malformed)
  }

  @Test func `offsets and references of nine bytes are an error`() {
    let elements = [[0xA1, 0, 0, 0, 0, 0, 0, 0, 0, 1], [0x09]] as [[UInt8]]
    for document in [Self.document([[0x09]], offsetSize: 9), Self.document(elements, referenceSize: 9)] {
      let error = PropertyList.refusal(document)
      #expect(error?.code == .malformed && error?.byteOffset == document.count - 26)
    }
  }

  // MARK: Limits

  @Test func `the depth is limited, also for shared objects`() throws {
    func chain(_ depth: Int) -> [[UInt8]] {
      (1..<depth).map { [0xA1, UInt8($0 >> 8), UInt8($0 & 0xFF)] } + [[0xA0]]
    }
    _ = try PropertyList.read(Self.document(chain(512), referenceSize: 2))
    #expect(PropertyList.refusal(Self.document(chain(513), referenceSize: 2))?.code == .tooDeep)
    #expect(
      PropertyList.refusal(Self.document(chain(20_000), offsetSize: 3, referenceSize: 2))?.code == .tooDeep)

    // The root holds a chain of two arrays, and then the same chain one array deeper.
    var decoder = PropertyList.Decoder()
    decoder.maximumDepth = 3
    let shared = Self.document([[0xA2, 1, 3], [0xA1, 2], [0xA0], [0xA1, 1]])
    #expect(PropertyList.refusal(shared, decoder)?.code == .tooDeep)
    decoder.maximumDepth = 4
    #expect(try PropertyList.read(shared, decoder) == [[[]], [[[]]]])
  }

  @Test func `the expansion of shared objects is limited`() throws {
    // Each array holds the next one twice: 2ⁿ values of 3n bytes.
    func laughs(_ levels: Int) -> [UInt8] {
      Self.document((1..<levels).map { [0xA2, UInt8($0), UInt8($0)] } + [[0xA0]])
    }
    _ = try PropertyList.read(laughs(18))
    #expect(PropertyList.refusal(laughs(30))?.code == .tooLarge)
    #expect(PropertyList.refusal(laughs(200))?.code == .tooLarge)

    var decoder = PropertyList.Decoder()
    decoder.maximumExpansion = 1 << 20
    _ = try PropertyList.read(laughs(25), decoder)
    #expect(PropertyList.refusal(laughs(40), decoder)?.code == .tooLarge)
    decoder.maximumExpansion = .max
    _ = try PropertyList.read(laughs(40), decoder)
    decoder.maximumExpansion = .min
    _ = try PropertyList.read(laughs(18), decoder)
    #expect(PropertyList.refusal(laughs(19), decoder)?.code == .tooLarge)
  }

  @Test func `the expansion of overlapping objects is limited`() {
    // Every object is the same text, and the root refers to all of them.
    let count = 4000
    var decoder = PropertyList.Decoder()
    decoder.maximumExpansion = 8
    let text: [UInt8] = [0x5F, 0x11, 0x0F, 0xA0] + [UInt8](repeating: 0x61, count: count)
    var root: [UInt8] = [0xAF, 0x11, 0x0F, 0xA0]
    for index in 1...count { root += [UInt8(index >> 8), UInt8(index & 0xFF)] }
    let offsets = [8] + [Int](repeating: 8 + root.count, count: count)
    let texts = Self.document([root, text], offsets: offsets, offsetSize: 3, referenceSize: 2)
    #expect(PropertyList.refusal(texts, decoder)?.code == .tooLarge)

    // Every object is the same array, of the numbers of all the others and itself.
    let arrays = Self.document(
      [root], offsets: (0...count).map { _ in 8 }, offsetSize: 3, referenceSize: 2)
    #expect(PropertyList.refusal(arrays, decoder)?.code == .cycle)

    // All but the last are the same array of many references to the last one. The root holds them all.
    var leaves = root.prefix(4)
    for _ in 1...count { leaves += [UInt8((count + 1) >> 8), UInt8((count + 1) & 0xFF)] }
    let flat = [Int](repeating: 8 + root.count, count: count)
    let table = Self.document(
      [root, Array(leaves), [0x09]], offsets: [8] + flat + [8 + root.count + leaves.count], offsetSize: 3,
      referenceSize: 2)
    #expect(PropertyList.refusal(table, decoder)?.code == .tooLarge)
  }
}
