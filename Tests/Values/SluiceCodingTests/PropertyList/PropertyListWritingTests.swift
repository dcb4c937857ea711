import FoundationEssentials
import SluiceCoding
import Testing

/// Writing both formats.
@Suite(.timeLimit(.minutes(5))) struct PropertyListWritingTests {
  private static let head: String = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """

  private static let lines: [(Plist, String)] = [
    ("a<b>&\"'é😀\n\t", "<string>a&lt;b&gt;&amp;\"'é😀\n\t</string>"), ("", "<string></string>"),
    ("\r\n\u{7F}\u{FFFD}", "<string>&#13;\n\u{7F}\u{FFFD}</string>"), ("]]>", "<string>]]&gt;</string>"),
    (-1, "<integer>-1</integer>"), (18_446_744_073_709_551_615, "<integer>18446744073709551615</integer>"),
    (1.0, "<real>1</real>"), (0.1, "<real>0.1</real>"), (1e300, "<real>1e+300</real>"),
    (1e-7, "<real>1e-07</real>"),
    (.real(-0.0), "<real>-0</real>"), (.real(.nan), "<real>nan</real>"),
    (.real(.infinity), "<real>+infinity</real>"),
    (.real(-.infinity), "<real>-infinity</real>"), (true, "<true/>"), (false, "<false/>"),
    (.date(Date(timeIntervalSince1970: -0.5)), "<date>1969-12-31T23:59:59Z</date>"),
    (.date(Date(timeIntervalSince1970: -62_135_596_800)), "<date>0001-01-01T00:00:00Z</date>"),
    (.data(Data()), "<data>\n</data>"),
    (.data(Data([1])), "<data>\nAQ==\n</data>"), ([], "<array/>"), ([:], "<dict/>"),
    (.uid(7), "<dict>\n\t<key>CF$UID</key>\n\t<integer>7</integer>\n</dict>"),
    ([[], [1]], "<array>\n\t<array/>\n\t<array>\n\t\t<integer>1</integer>\n\t</array>\n</array>"),
    (
      ["b": true, "a<": .data(Data(repeating: 0, count: 52))],
      "<dict>\n\t<key>b</key>\n\t<true/>\n\t<key>a&lt;</key>\n\t<data>\n\t\(String(repeating: "A", count: 68))\n\tAA==\n\t</data>\n</dict>"
    ),
  ]

  @Test(arguments: lines)
  func `XML is written`(value: Plist, text: String) throws {
    #expect(
      String(decoding: try PropertyList.write(value, .xml), as: UTF8.self)
        == Self.head + text + "\n</plist>\n")
  }

  @Test func `keys are sorted if asked for`() throws {
    let value: Plist = ["b": ["9": 1, "10": 2], "Z": 3, "é": 4, "a": 5, "😀": 6, "\u{FFFD}": 7]
    for format in PropertyList.Format.allCases {
      func keys(_ sortsKeys: Bool) throws -> [String] {
        guard
          case .dictionary(let members) = try PropertyList.read(
            PropertyList.write(value, format, sortsKeys: sortsKeys))
        else { return [] }
        return members.map(\.key)
      }
      #expect(try keys(false) == ["b", "Z", "é", "a", "😀", "\u{FFFD}"])
      var encoder = PropertyList.Encoder()
      encoder.outputFormat = format
      #expect(try encoder.encode(value) == PropertyList.write(value, format, sortsKeys: false))
      #expect(try keys(true) == ["Z", "a", "b", "é", "\u{FFFD}", "😀"])
      #expect(
        try PropertyList.read(PropertyList.write(value, format, sortsKeys: true))["b"] == ["10": 2, "9": 1])
    }
  }

  @Test func `equal scalars are written once in the binary format`() throws {
    let value: Plist = [
      "a": ["a", "a", 1, 1, 1.0, 1.0, true, true, [1], [1], .uid(1), .uid(1)], "b": .date(.distantPast),
      "c": .date(.distantPast), "d": .data(Data([1])), "e": .data(Data([1])),
    ]
    let bytes = try PropertyList.write(value, .binary)
    // The root; five keys; an array, 1, 1.0, true, two arrays and a UID; a date; data.
    #expect(bytes[bytes.count - 17] == 15)
    #expect(try PropertyList.read(bytes) == value)
  }

  @Test func `offsets and references in the binary format have as many bytes as they need`() throws {
    for (text, offsetSize) in [("a", 1), (String(repeating: "a", count: 300), 2)] as [(String, UInt8)] {
      let trailer = try PropertyList.write([text: 1] as Plist, .binary).suffix(26)
      #expect(trailer.prefix(2) == [offsetSize, 1])
    }
    // The elements are the objects after the array.
    for (count, referenceSize) in [(255, 1), (256, 2)] as [(Int, UInt8)] {
      let trailer = try PropertyList.write(Array(0..<count), .binary).suffix(26)
      #expect(trailer.dropFirst().first == referenceSize)
    }
  }

  @Test func `the binary format is written as by Foundation`() throws {
    // Foundation writes the members of a type in order, and so does this encoder.
    struct Sample: Encodable {
      var text = ["a", "b", "a", "é😀", "éé", String(repeating: "long", count: 20), ""]
      var integers: [Int] = [0, 1, 255, 256, 65535, 65536, 4_294_967_295, 4_294_967_296, -1, .min, .max, 1]
      var unsigned = UInt64.max
      var reals = [0.5, 0.5, 1e300, -0.0, .infinity]
      var bools = [true, false, true]
      var dates = [Date(timeIntervalSinceReferenceDate: 5), Date(timeIntervalSinceReferenceDate: 5)]
      var data = [Data([1, 2]), Data([1, 2]), Data(repeating: 7, count: 300), Data()]
      var empty: [[Int]] = [[], []]
      var tables = [["a": 1], ["a": 1]]
      var gaps: [Int?] = [nil, 1, nil]
      // Enough elements that references have two bytes, and offsets three.
      var many = Array(0..<20_000)
    }
    let theirs = try PropertyListEncoder().encode(Sample())
    #expect(try PropertyList.write(Sample(), .binary) == Array(theirs))
  }

  // MARK: Refusals

  private static let unwritable: [(Plist, [PropertyList.Format])] = [
    (.integer(18_446_744_073_709_551_616), [.xml, .binary]),
    (.integer(-9_223_372_036_854_775_809), [.xml, .binary]),
    (.date(Date(timeIntervalSince1970: .nan)), [.xml, .binary]),
    (.date(Date(timeIntervalSince1970: .infinity)), [.xml, .binary]),
    (.date(Date(timeIntervalSince1970: 1e12)), [.xml]), (.date(Date(timeIntervalSince1970: -1e12)), [.xml]),
    ("\0", [.xml]), ("a\u{1B}", [.xml]), ("\u{FFFE}", [.xml]), ("a\u{FFFF}", [.xml]), (["\u{8}": 1], [.xml]),
  ]

  /// A test with arguments would print them, and printing a date of NaN seconds traps.
  @Test func `a value that a format cannot represent is an error with its path`() throws {
    for (row, (value, formats)) in Self.unwritable.enumerated() {
      for format in PropertyList.Format.allCases {
        guard formats.contains(format) else {
          let bytes = try PropertyList.write(value, format)
          #expect(try PropertyList.read(bytes) == value)
          continue
        }
        do {
          _ = try PropertyList.write(["a": [1, 2], "b": [1, value]] as Plist, format)
          Issue.record("row \(row)")
        } catch EncodingError.invalidValue(_, let context) {
          #expect(context.codingPath.map(\.stringValue).starts(with: ["b", "Index 1"]))
        }
      }
    }
  }

  @Test func `512 levels are written, and one more is an error`() throws {
    func nested(_ depth: Int) -> Plist {
      (1..<depth).reduce([]) { value, level in level.isMultiple(of: 2) ? [value] : ["a": value] }
    }
    for format in PropertyList.Format.allCases {
      let bytes = try PropertyList.write(nested(512), format)
      #expect(try PropertyList.read(bytes) == nested(512))
      #expect(throws: EncodingError.self) { try PropertyList.write(nested(513), format) }
    }
  }
}
