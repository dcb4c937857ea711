import SluiceCoding
import SluiceTestSupport
import Testing

/// Agreement with Python's windows-1252, because Node 20 decodes it as ISO-8859-1.
@Suite(.timeLimit(.minutes(5)), .enabled(if: ScriptOracle.python3.isInstalled, "needs python3"))
struct Windows1252OracleTests {
  @Test
  func `every byte decodes to Python's windows-1252 character or to a control character`() throws {
    let bytes = (0...255).map { UInt8($0) }
    let characters: [String] = try ScriptOracle.python3.run(
      """
      import json
      def decode(byte):
          try: return bytes([byte]).decode("cp1252")
          except UnicodeDecodeError: return chr(byte)
      print(json.dumps([decode(byte) for byte in input]))
      """, input: bytes)
    for (byte, character) in zip(bytes, characters) {
      #expect(try TextEncoding.windows1252.text([byte]) == character)
    }
    #expect(try Array(TextEncoding.windows1252.text(bytes).utf8) == Array(characters.joined().utf8))
  }
}
