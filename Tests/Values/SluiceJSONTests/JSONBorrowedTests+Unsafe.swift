import SluiceTestSupport
import Testing

@testable import SluiceJSON
@testable import SluiceSupport

/// Documents that are scanned where they are, before a page that cannot be read, compared with copies of them.
@Suite(.timeLimit(.minutes(5))) struct JSONBorrowedTests {
  /// What a tape says of an entry.
  private struct Reading: Equatable {
    let word: UInt64
    var text: String?
    var number: Double?
    var integer: Int?
    var length: Int?
  }

  private enum Outcome: Equatable {
    case readings([Reading])
    case error(JSON.SyntaxError)
  }

  private func outcome(_ scan: (JSONDocument) throws(JSON.SyntaxError) -> Void) -> Outcome {
    let document = JSONDocument()
    do throws(JSON.SyntaxError) {
      try scan(document)
    } catch {
      return .error(error)
    }
    let readings = document.read { tape in
      (0..<tape.count).map { index in
        let entry = tape[index]
        var reading = Reading(word: entry.word)
        if entry.isString { reading.text = tape.text(of: entry) }
        if entry.isNumber {
          (reading.text, reading.number) = (tape.numberText(of: entry), tape.double(entry))
          reading.integer = tape.integer(entry, as: Int.self)
        }
        if !entry.isContainer { reading.length = tape.length(of: entry) }
        return reading
      }
    }
    return .readings(readings)
  }

  /// Returns the outcomes for a document in borrowed memory, and for a copy of it.
  private func outcomes(
    of bytes: [UInt8], in memory: GuardedBytes, maximumDepth: Int = 512,
    duplicateKeys: JSON.DuplicateKeys = .keepFirst
  ) -> (borrowed: Outcome, copied: Outcome) {
    let borrowed = unsafe memory.withCopy(of: bytes) { bytes in
      outcome { (document) throws(JSON.SyntaxError) in
        // SAFETY: The span is used only within the closure.
        try unsafe document.scan(
          borrowing: bytes.span, maximumDepth: maximumDepth, duplicateKeys: duplicateKeys)
      }
    }
    let copied = outcome { (document) throws(JSON.SyntaxError) in
      try document.scan(copying: bytes.span, maximumDepth: maximumDepth, duplicateKeys: duplicateKeys)
    }
    return (borrowed, copied)
  }

  /// Text before the content that is tested, and after it.
  private static let frames: [(String, String)] = [
    ("[", "]"), ("[\"", "\"]"), ("{\"", "\":1}"), ("", ""), ("\"", ""),
  ]

  @Test(arguments: [
    "x", "\\n", "\\u00e4", "\\ud83d\\ude00", "ä", "😀", "x\\\"", "7", "7.5,", "-12e3,", " ", "\n  ", "[", "]",
    "[],", "1,",
    "123456789,", "true,", "null,", "\"ab\",", "\"a\": \"\\\\\",", "{\"key\":1},", "{\"a\" : {\"ö\":[", "/",
    "\\", "\u{1}",
    "0.1234567890123456789,",
  ]) func `documents that end at every place of any token are read`(unit: String) throws {
    let memory = try #require(GuardedBytes())
    for (prefix, suffix) in Self.frames {
      // Longer than what is copied as a whole.
      let start = Array((prefix + String(repeating: unit, count: 1100 / unit.utf8.count)).utf8)
      for length in 0...33 {
        // The rest of the document moves by a byte each time.
        let filler = String(repeating: "x", count: length)
        for end in [
          suffix, "0" + suffix, "\"\(filler)\"\(suffix)", ",\"\(filler)\\t\"\(suffix)", "\(filler)\(suffix)",
        ] {
          let (borrowed, copied) = outcomes(of: start + Array(end.utf8), in: memory)
          #expect(borrowed == copied, "\(prefix)\(unit)…\(end)")
        }
      }
    }
  }

  private static let document = """
    \u{FEFF}{"name":"Ann","list":[1,2.5,-3e2,true,false,null],"text":"\\u00e4ö\\n","\\u0061":{"b":[[[]]],"c":[{},{"d":""}]},
      "long":"\(String(repeating: "lorem ipsum ", count: 50))","spaces":  [1 ,  2\t,\n\n\(String(repeating: " ", count: 100))3],
      "numbers":[\((0..<60).map { "\($0 * 7919)" }.joined(separator: ","))],
      "escapes":"\(String(repeating: "\\\\\\\"", count: 40))","words":"\(String(repeating: "größer ", count: 60))","e":1}
    """

  @Test func `every truncation of a document has the error of its copy`() throws {
    let memory = try #require(GuardedBytes())
    let bytes = Array(Self.document.utf8)
    #expect(bytes.count > 1500 && bytes.count < 4000)
    for count in 1025...bytes.count {
      let (borrowed, copied) = outcomes(of: Array(bytes[..<count]), in: memory)
      #expect(borrowed == copied, "\(count) bytes")
    }
  }

  @Test func `every changed byte has the effect that it has in a copy`() throws {
    let memory = try #require(GuardedBytes())
    var generator = SeededGenerator(seed: 41)
    let bytes = Array(Self.document.utf8)
    for index in bytes.indices.suffix(600) {
      for byte in [0x00, 0x22, 0x5C, 0x80, 0xFF, 0x20, UInt8.random(in: 0...255, using: &generator)] {
        var changed = bytes
        changed[index] = byte
        let (borrowed, copied) = outcomes(of: changed, in: memory, duplicateKeys: .refuse)
        #expect(borrowed == copied, "\(byte) at \(index)")
      }
    }
  }

  @Test func `a limit of the depth applies to borrowed documents`() throws {
    let memory = try #require(GuardedBytes())
    let bytes = Array((String(repeating: "[", count: 600) + String(repeating: "]", count: 600)).utf8)
    for depth in [0, 1, 300, 599, 600] {
      let (borrowed, copied) = outcomes(of: bytes, in: memory, maximumDepth: depth)
      #expect(borrowed == copied)
    }
  }

  struct Kept: Decodable {
    let container: KeyedDecodingContainer<AnyCodingKey>
    init(from decoder: any Decoder) throws { container = try decoder.container(keyedBy: AnyCodingKey.self) }
    func value(_ key: String) throws -> String {
      try container.decode(String.self, forKey: AnyCodingKey(stringValue: key))
    }
  }

  @Test func `a container that a type keeps does not refer to memory of the caller`() throws {
    let memory = try #require(GuardedBytes())
    let text = String(repeating: "x", count: 2000)
    // SAFETY: The span is used only within the closure.
    let kept = try unsafe memory.withCopy(of: Array("[{\"a\":\"\(text)\",\"b\":\"\\n\"}]".utf8)) {
      try unsafe JSON.Decoder().decode([Kept].self, from: $0.span)
    }
    unsafe memory.withCopy(of: [UInt8](repeating: 0, count: 4000)) { _ in }
    #expect(try kept.map { try $0.value("a") } == [text])
    #expect(try kept.map { try $0.value("b") } == ["\n"])
  }

  @Test func `a value that a type keeps does not refer to memory of the caller`() throws {
    let memory = try #require(GuardedBytes())
    let text = String(repeating: "x", count: 2000)
    // SAFETY: The span is used only within the closure.
    let kept = try unsafe memory.withCopy(of: Array("[{\"a\":\"\(text)\"}]".utf8)) {
      try unsafe JSON.Decoder().decode([[String: JSON.Value]].self, from: $0.span)
    }
    unsafe memory.withCopy(of: [UInt8](repeating: 0, count: 4000)) { _ in }
    #expect(kept.first?["a"]?.string == text)
  }
}
