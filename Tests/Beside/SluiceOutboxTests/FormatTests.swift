import SluiceBody
import SluiceTestSupport
import Testing

@testable import SluiceOutbox

/// The parts of an entry's file.
@Suite(.timeLimit(.minutes(5))) struct FormatTests {
  @Test func `a frame holds its text, and ends behind it`() throws {
    let bytes = Frame.bytes(of: Array("{}".utf8))
    // Python's zlib.crc32(b"{}").
    #expect(bytes == Array("a3a6bf43 00000002 {}\n".utf8))
    let (text, rest) = try #require(Frame.parse((bytes + [1, 2])[...]))
    #expect(Array(text) == Array("{}".utf8) && Array(rest) == [1, 2])
  }

  @Test func `a frame with any other bit, or cut anywhere, is damaged`() {
    let bytes = Frame.bytes(of: Array(#"{"attempts":1}"#.utf8))
    for index in bytes.indices {
      #expect(Frame.parse(bytes[..<index]) == nil)
      for bit in 0..<8 {
        var other = bytes
        other[index] ^= 1 << bit
        #expect(Frame.parse(other[...]) == nil, "bit \(bit) of byte \(index)")
      }
    }
  }

  @Test func `the lane of a key stays the same, because files outlive the process`() {
    // Computed by a Python script.
    #expect(EntryName.lane(of: "events") == 0x3524_E72E_822E_BE93)
    #expect(EntryName.lane(of: "") == 0x2FD0_1F60_BA99_2926)
    #expect(EntryName.lane(of: nil) != EntryName.lane(of: nil))
  }

  @Test func `names are two numbers, and sort as they do`() {
    let name = EntryName(lane: 0x2A, sequence: 1 << 40)
    #expect(name.text == "000000000000002a-0000010000000000")
    #expect(EntryName(Array(name.text.utf8).span) == name)
    for text in [
      "", "x", name.text + "0", name.text.replacing("a", with: "A"), name.text.replacing("-", with: "0"),
    ] {
      #expect(EntryName(Array(text.utf8).span) == nil, "\(text)")
    }
    #expect(EntryName(Array("4000000000000000-0000010000000000".utf8).span) == nil)
    #expect(EntryName(Array("0000000000000000-8000000000000000".utf8).span) == nil)
  }

  @Test func `the state with the higher revision holds, and the other one if it is damaged`() throws {
    var file = [UInt8](repeating: 0x20, count: EntryFile.headByteCount)
    file.replaceSubrange(..<16, with: Array("sluice-outbox 1\n".utf8))
    var states = [EntryState()]
    for number in 1...3 {
      var next = states[number - 1].failing("error \(number)", at: Timestamp(1), due: Timestamp(2))
      next.revision += 1
      states.append(next)
    }
    for state in states {
      let (bytes, offset) = try EntryFile.slot(of: state)
      #expect(bytes.count == 512)
      file.replaceSubrange(Int(offset)..<Int(offset) + bytes.count, with: bytes)
      #expect(try EntryFile.state(of: file) == state)
      // As if the crash came while the state was written.
      var torn = file
      for index in Int(offset) + 40..<Int(offset) + 60 { torn[index] = 0 }
      if state.revision > 0 { #expect(try EntryFile.state(of: torn) == states[state.revision - 1]) }
    }
  }

  @Test(arguments: ["\u{2028}\u{0}\n\"\\", "é", "👩‍👩‍👧", "\"", "\\", "\u{7F}", "\u{301}"])
  func `a state with any error fits into its place`(text: String) throws {
    let error = String(repeating: text, count: 400)
    var state = EntryState().failing(error, at: Timestamp(.max), due: Timestamp(.max))
    state.revision = 1 << 53 - 2
    state.attempts = 1 << 53 - 2
    state.waits = 1 << 53 - 2
    #expect(try EntryFile.slot(of: state).bytes.count == 512)
    #expect(state.error?.utf8.contains { $0 < 0x20 } == false)
  }

  @Test func `a clock that is set back does not prolong a delay`() {
    let state = EntryState().failing("", at: Timestamp(10_000), due: Timestamp(20_000))
    #expect(state.wait(at: Timestamp(10_000)) == Timestamp(20_000))
    #expect(state.wait(at: Timestamp(20_000)) == nil)
    #expect(state.wait(at: Timestamp(9_999)) == nil)
  }
}
