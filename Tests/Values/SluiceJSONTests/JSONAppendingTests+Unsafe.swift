import SluiceTestSupport
import Testing

@testable import SluiceJSON
@testable import SluiceSupport

/// Encoding into an array of the caller.
@Suite(.timeLimit(.minutes(5))) struct JSONAppendingTests {
  struct User: Codable, Equatable {
    var id = 7
    var name = "Ann \"A\" Ö"
    var scores = [1.5, -2, 1e300]
    var tags = ["a", String(repeating: "/", count: 40)]
    var note: String?
  }

  private func address(of bytes: [UInt8]) -> Int {
    // SAFETY: The pointer is not used for access.
    unsafe bytes.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
  }

  @Test func `text that fits is written to the array, without another one`() throws {
    let expected = try JSON.Encoder().encode(User())
    var bytes = Array("x".utf8)
    bytes.reserveCapacity(2000)
    let before = address(of: bytes)
    for number in 1...5 {
      try JSON.Encoder().encode(User(), into: &bytes)
      #expect(bytes.count == 1 + number * expected.count)
    }
    #expect(bytes == Array("x".utf8) + Array([expected, expected, expected, expected, expected].joined()))
    #expect(address(of: bytes) == before)
  }

  @Test func `an array that has held a text has room for it the next time`() throws {
    for texts in [[""], ["a"], (0..<1000).map { "text \($0)" }, [String(repeating: "x", count: 100_000)]] {
      var bytes: [UInt8] = []
      try JSON.Encoder().encode(texts, into: &bytes)
      let (before, expected) = (address(of: bytes), bytes.map { $0 })
      bytes.removeAll(keepingCapacity: true)
      try JSON.Encoder().encode(texts, into: &bytes)
      #expect(address(of: bytes) == before)
      #expect(bytes == expected)
      #expect(bytes.capacity <= expected.count + expected.count / 4 + 256)
    }
  }

  /// The array is made before the length of the text is known, from the lengths of earlier ones.
  @Test(arguments: [JSON.OutputFormatting(), .prettyPrinted])
  func `texts of any lengths after one another are complete, and their arrays are not large`(
    formatting: JSON.OutputFormatting
  ) throws {
    var encoder = JSON.Encoder()
    encoder.outputFormatting = formatting
    let counts = [
      9000, 9000, 9000, 9100, 11_000, 30_000, 30_000, 30_000, 5, 30_000, 5, 5, 8000, 8000, 7000, 6000,
    ]
    for count in counts {
      let bytes = try encoder.encode([String(repeating: "x", count: count)])
      let text = "\"\(String(repeating: "x", count: count))\""
      let expected = formatting == .prettyPrinted ? "[\n  \(text)\n]" : "[\(text)]"
      #expect(bytes == Array(expected.utf8), "\(count)")
      #expect(bytes.capacity <= bytes.count + bytes.count / 2 + 128, "\(count)")
      #expect(throws: EncodingError.self) {
        try encoder.encode([String(repeating: "x", count: count)].map { [$0: Double.nan] })
      }
    }
  }

  @Test(arguments: [JSON.OutputFormatting(), .prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
  func `text is appended whatever the free capacity is`(formatting: JSON.OutputFormatting) throws {
    var encoder = JSON.Encoder()
    encoder.outputFormatting = formatting
    let expected = try encoder.encode(User())
    for room in 0...(expected.count + 80) {
      var bytes: [UInt8] = [1, 2, 3]
      bytes.reserveCapacity(3 + room)
      let copy = bytes
      if room % 2 == 0 {
        try encoder.encode(User(), into: &bytes)
      } else {
        // Only the array that is passed changes, if it shares its memory.
        try withExtendedLifetime(copy) { try encoder.encode(User(), into: &bytes) }
        #expect(copy == [1, 2, 3])
      }
      #expect(bytes == [1, 2, 3] + expected, "\(room) bytes")
    }
  }

  /// A type whose keys repeat, so that its text is written again without the earlier ones.
  struct Repeating: Encodable {
    func encode(to encoder: any Encoder) throws {
      var first = encoder.container(keyedBy: AnyCodingKey.self)
      try first.encode(1, forKey: AnyCodingKey(stringValue: "a"))
      try first.encode(String(repeating: "x", count: 100), forKey: AnyCodingKey(stringValue: "a"))
    }
  }

  /// A type that leaves the content of a container to the end.
  struct Interleaved: Encodable {
    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      var first = list.nestedContainer(keyedBy: AnyCodingKey.self)
      try list.encode(2)
      try first.encode(1, forKey: AnyCodingKey(stringValue: "a"))
    }
  }

  @Test func `text that is joined or written again at the end is appended`() throws {
    for room in [0, 64, 120, 1000] {
      for value: any Encodable in [Repeating(), Interleaved()] {
        var bytes: [UInt8] = [1]
        bytes.reserveCapacity(1 + room)
        try JSON.Encoder().encode(value, into: &bytes)
        #expect(try bytes == [1] + JSON.Encoder().encode(value))
      }
    }
  }

  private final class Holder {
    var container: (any UnkeyedEncodingContainer)?
  }

  private struct Keeping: Encodable {
    let holder: Holder
    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      try list.encode("before")
      holder.container = list
    }
  }

  @Test func `a container that a type keeps does not write to the array afterwards`() throws {
    let holder = Holder()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1000)
    try JSON.Encoder().encode(Keeping(holder: holder), into: &bytes)
    for number in 0..<200 { try? holder.container?.encode("after \(number)") }
    #expect(bytes == Array(#"["before"]"#.utf8))
    try JSON.Encoder().encode(7, into: &bytes)
    #expect(bytes == Array(#"["before"]7"#.utf8))
  }

  private struct Failing: Encodable {
    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      try list.encode(String(repeating: "x", count: 100))
      try list.encode(Double.nan)
    }
  }

  @Test func `an error leaves the array as it was`() throws {
    for room in [0, 64, 1000] {
      var bytes: [UInt8] = [1, 2]
      bytes.reserveCapacity(2 + room)
      for _ in 0..<3 {
        #expect(throws: EncodingError.self) { try JSON.Encoder().encode(Failing(), into: &bytes) }
        #expect(bytes == [1, 2])
      }
      try JSON.Encoder().encode([1], into: &bytes)
      #expect(bytes == [1, 2] + Array("[1]".utf8))
    }
  }
}
