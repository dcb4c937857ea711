import FoundationEssentials
import SluiceCoding
import SluiceJSON
import SluiceTestSupport
import Testing

/// Agreement with Node's `TextDecoder`, which implements the same standard.
@Suite(.timeLimit(.minutes(5)), .enabled(if: ScriptOracle.node.isInstalled, "needs node"))
struct TextEncodingOracleTests {
  @Test
  func `Node knows every label by the same name`() throws {
    let labels = [
      "unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "utf-8", "utf8", "x-unicode20utf8",
      "csunicode", "iso-10646-ucs-2", "ucs-2", "unicode", "unicodefeff", "utf-16", "utf-16le",
      "unicodefffe", "utf-16be", "ansi_x3.4-1968", "ascii", "cp1252", "cp819", "csisolatin1", "ibm819",
      "iso-8859-1", "iso-ir-100", "iso8859-1", "iso88591", "iso_8859-1", "iso_8859-1:1987", "l1", "latin1",
      "us-ascii", "windows-1252", "x-cp1252", " UTF-8\t", "LATIN1",
    ]
    let names: [String] = try ScriptOracle.node.run(
      "console.log(JSON.stringify(input.map(label => new TextDecoder(label).encoding)))", input: labels)
    #expect(names.count == labels.count)
    for (label, name) in zip(labels, names) {
      #expect(TextEncoding(label: label)?.name.lowercased() == name, "\(label)")
    }
  }

  @Test(arguments: ["utf-8", "utf-16le", "utf-16be"])
  func `whole and broken text is decoded or refused as Node does`(label: String) throws {
    var random = SeededGenerator(seed: 11)
    let texts = (0..<6000).map { _ in encodedText(in: label, using: &random) }
    let answers = try answers(to: texts, encoding: label)
    let encoding = try #require(TextEncoding(label: label))

    #expect(answers.count == texts.count)
    #expect(answers.count { $0 == nil } > texts.count / 10)
    #expect(answers.count { $0 != nil } > texts.count / 10)
    for (bytes, answer) in zip(texts, answers) {
      let ours = try? encoding.text(bytes)
      #expect(ours.map { Array($0.utf8) } == answer.map { Array($0.utf8) }, "\(bytes)")
    }
  }

  @Test(
    arguments: ["utf-8", "utf-16le"])
  func `the bytes before an error are valid, and one byte more is not`(label: String) throws {
    var random = SeededGenerator(seed: 12)
    let encoding = try #require(TextEncoding(label: label))
    var refused = 0
    for _ in 0..<6000 {
      let bytes = encodedText(in: label, using: &random)
      do {
        _ = try encoding.text(bytes)
      } catch {
        refused += 1
        let byteOffset = try #require(error.byteOffset)
        #expect(throws: Never.self) { try encoding.text(Array(bytes[..<byteOffset])) }
        #expect(throws: TextError.malformed(in: encoding.name, at: byteOffset)) {
          try encoding.text(Array(bytes[...byteOffset]))
        }
      }
    }
    #expect(refused > 600)
  }

  /// Returns Node's text for each input, or `nil` if Node refuses it.
  private func answers(to inputs: [[UInt8]], encoding: String) throws -> [String?] {
    try ScriptOracle.node.run(
      """
      const decoder = new TextDecoder('\(encoding)', { fatal: true })
      const decode = text => { try { return decoder.decode(Buffer.from(text, 'base64')) } catch { return null } }
      console.log(JSON.stringify(input.map(decode)))
      """, input: inputs.map { Data($0).base64EncodedString() })
  }
}

/// Returns characters of every length and at every edge of the encoding, sometimes cut or with a byte changed.
private func encodedText(in label: String, using random: inout SeededGenerator) -> [UInt8] {
  let scalars: [Unicode.Scalar] = [
    "a", "\0", "\u{7F}", "\u{80}", "é", "\u{7FF}", "\u{800}", "€", "\u{D7FF}", "\u{E000}", "\u{FEFF}",
    "\u{FFFF}", "\u{10000}", "😀", "\u{10FFFF}",
  ]
  var text = String.UnicodeScalarView()
  for _ in 0..<Int.random(in: 0..<8, using: &random) {
    text.append(scalars.randomElement(using: &random) ?? "a")
  }
  var bytes: [UInt8] =
    switch label {
    case "utf-8": Array(String(text).utf8)
    case "utf-16le": String(text).utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    default: String(text).utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }
  let edges: [UInt8] = [0x00, 0x61, 0x80, 0xBF, 0xC0, 0xD8, 0xDB, 0xDC, 0xDF, 0xED, 0xF0, 0xF4, 0xF8, 0xFF]
  switch Int.random(in: 0..<4, using: &random) {
  case 0 where !bytes.isEmpty:
    bytes.removeLast(Int.random(in: 1...min(3, bytes.count), using: &random))
  case 1 where !bytes.isEmpty:
    bytes[Int.random(in: bytes.indices, using: &random)] = edges.randomElement(using: &random) ?? 0xFF
  default: break
  }
  return bytes
}
