import FoundationEssentials
import SluiceJSON
import SluiceTestSupport
import Testing

/// The syntax of JSON, and the places of errors.
@Suite(.timeLimit(.minutes(5))) struct JSONSyntaxTests {
  static let valid = [
    "null", " true ", "\t\r\n false\n", "0", "-0", "12", "-1.5e+3", "1E5", "0.0e-0", "\"\"", "[]", "{}",
    "[ ]",
    "{ }", "[1 , 2]", "{ \"a\" : 1 , \"b\" : [ ] }", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\"",
    "\"\\ud83d\\ude00\"",
    "\"é😀\u{7f}\u{2028}\"", "\u{FEFF}[1]", "[[[]]]", "{\"\":{}}", "\"0123456789abcdef\\n0123456789\"",
  ]

  @Test(arguments: valid)
  func `a valid document is parsed`(text: String) throws {
    _ = try JSON.Value(parsing: text)
    _ = try JSON.Decoder().decode(JSON.Value.self, from: text)
  }

  /// Arrays of objects whose layout and keys repeat, change, and repeat again.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `the layout and the lengths of keys do not matter`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let key = { (length: Int) in
      String((0..<length).map { _ in "abcdefgh".randomElement(using: &generator) ?? "a" })
    }
    let keys = (0..<6).map { key($0 * 7 + Int(seed)) + "\($0)" }
    var expected: [[String]] = []
    var text = "["
    for number in 0..<60 {
      // One layout for some objects, then another.
      let space = String(
        repeating: number / 7 % 2 == 0 ? " " : "\n\t", count: (Int(seed) + number / 9 * 5) % 45)
      let names = number % 11 == 0 ? keys.reversed() : keys
      text += (number > 0 ? "," : "") + space + "{"
      text += names.map {
        "\(space)\"\($0)\"\(number % 5 == 0 ? space : ""):\(space)[\(space)\(number)\(space)]"
      }
      .joined(separator: number % 13 == 0 ? space + "," : ",")
      text += space + "}"
      expected.append(names)
    }
    let value = try JSON.Value(parsing: text + "]")
    #expect(value.count == expected.count)
    for (number, names) in expected.enumerated() {
      #expect(value[number]?.members?.map(\.key) == names)
      for name in names { #expect(value[number]?[name]?[0]?.int == number) }
    }
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: [UInt8]
    let code: ErrorCode
    let line: Int
    let column: Int
    let byte: Int
    init(_ text: String, _ code: ErrorCode, _ line: Int, _ column: Int, _ byte: Int) {
      self.init(text, Array(text.utf8), code, line, column, byte)
    }
    init(
      _ name: String, _ text: [UInt8], _ code: ErrorCode, _ line: Int, _ column: Int, _ byte: Int
    ) {
      testDescription = name
      self.text = text
      self.code = code
      self.line = line
      self.column = column
      self.byte = byte
    }
  }

  static let refusals = [
    Refusal("", .unexpectedEnd, 1, 1, 0),
    Refusal("  \n ", .unexpectedEnd, 2, 2, 4),
    Refusal("\u{FEFF}", .unexpectedEnd, 1, 1, 3),
    Refusal("\u{FEFF}\u{FEFF}1", .unexpectedCharacter, 1, 1, 3),
    Refusal(" \u{FEFF}1", .unexpectedCharacter, 1, 2, 1),
    Refusal("[1,]", .unexpectedCharacter, 1, 4, 3),
    Refusal("[,1]", .unexpectedCharacter, 1, 2, 1),
    Refusal("[1 2]", .unexpectedCharacter, 1, 4, 3),
    Refusal("[1", .unexpectedEnd, 1, 3, 2),
    Refusal("[", .unexpectedEnd, 1, 2, 1),
    Refusal("{", .unexpectedEnd, 1, 2, 1),
    Refusal("{\"a\"", .unexpectedEnd, 1, 5, 4),
    Refusal("{\"a\":", .unexpectedEnd, 1, 6, 5),
    Refusal("{\"a\" 1}", .unexpectedCharacter, 1, 6, 5),
    Refusal("{\"a\":1,}", .unexpectedCharacter, 1, 8, 7),
    Refusal("{a:1}", .unexpectedCharacter, 1, 2, 1),
    Refusal("{1:1}", .unexpectedCharacter, 1, 2, 1),
    Refusal("{\"a\":1]", .unexpectedCharacter, 1, 7, 6),
    Refusal("[1}", .unexpectedCharacter, 1, 3, 2),
    Refusal("]", .unexpectedCharacter, 1, 1, 0),
    Refusal("1 2", .trailingCharacters, 1, 3, 2),
    Refusal("[1]\n]", .trailingCharacters, 2, 1, 4),
    Refusal("{}{}", .trailingCharacters, 1, 3, 2),
    Refusal("1\u{0}", .trailingCharacters, 1, 2, 1),
    Refusal("\u{0}1", .notUTF8, 1, 1, 0),
    Refusal("[\u{0}1", .notUTF8, 1, 2, 1),
    Refusal("[ \u{0}", .unexpectedCharacter, 1, 3, 2),
    Refusal("UTF-16LE", [0x5B, 0, 0x5D, 0], .notUTF8, 1, 2, 1),
    Refusal("UTF-16BE", [0, 0x5B, 0, 0x5D], .notUTF8, 1, 1, 0),
    Refusal("UTF-16LE with a mark", [0xFF, 0xFE, 0x5B, 0, 0x5D, 0], .notUTF8, 1, 1, 0),
    Refusal("UTF-16BE with a mark", [0xFE, 0xFF, 0, 0x5B, 0, 0x5D], .notUTF8, 1, 1, 0),
    Refusal("UTF-32LE", [0x7B, 0, 0, 0, 0x7D, 0, 0, 0], .notUTF8, 1, 2, 1),
    Refusal("UTF-32BE", [0, 0, 0, 0x7B, 0, 0, 0, 0x7D], .notUTF8, 1, 1, 0),
    Refusal("UTF-32BE with a mark", [0, 0, 0xFE, 0xFF, 0, 0, 0, 0x31], .notUTF8, 1, 1, 0),
    Refusal("[1\u{0}]", .unexpectedCharacter, 1, 3, 2),
    Refusal("01", .invalidNumber, 1, 2, 1),
    Refusal("-01", .invalidNumber, 1, 3, 2),
    Refusal("+1", .unexpectedCharacter, 1, 1, 0),
    Refusal(".5", .unexpectedCharacter, 1, 1, 0),
    Refusal("1.", .unexpectedEnd, 1, 3, 2),
    Refusal("[1.]", .invalidNumber, 1, 4, 3),
    Refusal("[1.e5]", .invalidNumber, 1, 4, 3),
    Refusal("[1e]", .invalidNumber, 1, 4, 3),
    Refusal("[1e+]", .invalidNumber, 1, 5, 4),
    Refusal("-", .unexpectedEnd, 1, 2, 1),
    Refusal("[-]", .invalidNumber, 1, 3, 2),
    Refusal("[-a]", .invalidNumber, 1, 3, 2),
    Refusal("[0x1]", .unexpectedCharacter, 1, 3, 2),
    Refusal("NaN", .unexpectedCharacter, 1, 1, 0),
    Refusal("-Infinity", .invalidNumber, 1, 2, 1),
    Refusal("nul", .unexpectedEnd, 1, 4, 3),
    Refusal("nulL", .unexpectedCharacter, 1, 4, 3),
    Refusal("truex", .trailingCharacters, 1, 5, 4),
    Refusal("True", .unexpectedCharacter, 1, 1, 0),
    Refusal("'a'", .unexpectedCharacter, 1, 1, 0),
    Refusal("// c\n1", .unexpectedCharacter, 1, 1, 0),
    Refusal("[1/**/]", .unexpectedCharacter, 1, 3, 2),
    Refusal("\"a", .unexpectedEnd, 1, 3, 2),
    Refusal("\"a\nb\"", .controlCharacter, 1, 3, 2),
    Refusal("\"a\tb\"", .controlCharacter, 1, 3, 2),
    Refusal("\"\u{0}\"", .controlCharacter, 1, 2, 1),
    Refusal("\"\u{1f}\"", .controlCharacter, 1, 2, 1),
    Refusal("\"\\x\"", .invalidEscape, 1, 2, 1),
    Refusal("\"\\'\"", .invalidEscape, 1, 2, 1),
    Refusal("\"\\", .unexpectedEnd, 1, 3, 2),
    Refusal("\"\\u12", .unexpectedEnd, 1, 6, 5),
    Refusal("\"\\u12G4\"", .invalidEscape, 1, 2, 1),
    Refusal("\"\\u+123\"", .invalidEscape, 1, 2, 1),
    Refusal("\"\\U0041\"", .invalidEscape, 1, 2, 1),
    Refusal("\"x\\ud800\"", .loneSurrogate, 1, 3, 2),
    Refusal("\"x\\ud800\\u0041\"", .loneSurrogate, 1, 3, 2),
    Refusal("\"x\\ud800\\ud800\"", .loneSurrogate, 1, 3, 2),
    Refusal("\"\\ude00\\ud83d\"", .loneSurrogate, 1, 2, 1),
    Refusal("\"\\udfff\"", .loneSurrogate, 1, 2, 1),
    Refusal("\"\\ude00\\ude00\"", .loneSurrogate, 1, 2, 1),
    // A half at the end: the second half may still follow, but a missing first half is an error.
    Refusal("\"\\ude00", .loneSurrogate, 1, 2, 1),
    Refusal("\"\\ud83d", .unexpectedEnd, 1, 8, 7),
    Refusal("\"\\ud83d\\", .unexpectedEnd, 1, 9, 8),
    Refusal("\"\\ud83d\\n", .loneSurrogate, 1, 2, 1),
    Refusal("byte of no character", [0x22, 0xFF, 0x22], .invalidUTF8, 1, 2, 1),
    Refusal("continuation alone", [0x22, 0x80, 0x22], .invalidUTF8, 1, 2, 1),
    Refusal("overlong NUL", [0x22, 0xC0, 0x80, 0x22], .invalidUTF8, 1, 2, 1),
    Refusal("half of a character", [0x22, 0xC3, 0x22], .invalidUTF8, 1, 2, 1),
    Refusal("surrogate", [0x22, 0xED, 0xA0, 0x80, 0x22], .invalidUTF8, 1, 2, 1),
    Refusal("overlong in three bytes", [0x22, 0xE0, 0x80, 0x80, 0x22], .invalidUTF8, 1, 2, 1),
    Refusal("overlong in four bytes", [0x22, 0xF0, 0x80, 0x80, 0x80, 0x22], .invalidUTF8, 1, 2, 1),
    Refusal("over U+10FFFF", [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], .invalidUTF8, 1, 2, 1),
    Refusal("first byte over 0xF4", [0x22, 0xF5, 0x80, 0x80, 0x80, 0x22], .invalidUTF8, 1, 2, 1),
    Refusal("character cut at the end", [0x22, 0x61, 0xE2, 0x82], .invalidUTF8, 1, 3, 2),
    Refusal("[\r\n 1,\r é]", .unexpectedCharacter, 3, 2, 8),
    Refusal("[\"é😀\", x]", .unexpectedCharacter, 1, 8, 11),
    Refusal("\u{FEFF}[x]", .unexpectedCharacter, 1, 2, 4),
  ]

  @Test(arguments: refusals)
  func `an invalid document is an error with its place`(refusal: Refusal) throws {
    let error = try #require(throws: JSON.SyntaxError.self) { try JSON.Value(parsing: refusal.text) }
    #expect(error.code == refusal.code)
    #expect(error.line == refusal.line)
    #expect(error.column == refusal.column)
    #expect(error.byteOffset == refusal.byte)
    #expect(error.description == "\(refusal.code): \(error.message)")
    #expect(!"\(refusal.code)".contains(" "))
    #expect(
      error.message.hasSuffix(" at line \(refusal.line), column \(refusal.column) (byte \(refusal.byte))"))

    let decodingError = try #require(throws: DecodingError.self) {
      try JSON.Decoder().decode(JSON.Value.self, from: refusal.text)
    }
    guard case .dataCorrupted(let context) = decodingError else {
      Issue.record("\(decodingError)")
      return
    }
    #expect(context.codingPath.isEmpty)
    #expect(context.underlyingError as? JSON.SyntaxError == error)
  }

  /// Every place in a word of eight bytes, and after several words.
  @Test func `special bytes are found anywhere in a string`() throws {
    for length in 0..<40 {
      let plain = String(repeating: "a", count: length)
      for special in ["\"", "\n", "\u{0}", "\u{1f}"] {
        #expect(throws: JSON.SyntaxError.self) {
          try JSON.Value(parsing: "[\"\(plain)\(special)bbbbbbbbbbbbb\"]")
        }
      }
      for (special, text) in [("\\n", "\n"), ("é", "é"), ("\u{7f}", "\u{7f}"), ("\\ud83d\\ude00", "😀")] {
        let value = try JSON.Value(parsing: "[\"\(plain)\(special)bbb\",1]")
        #expect(value[0]?.string == "\(plain)\(text)bbb")
        #expect(value.count == 2)
      }
    }
  }

  @Test func `nesting is limited, and needs no recursion`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try JSON.Value(parsing: nested(512))
    let error = try #require(throws: JSON.SyntaxError.self) { try JSON.Value(parsing: nested(513)) }
    #expect(error.code == .tooDeep)
    #expect(error.byteOffset == 512)
    _ = try JSON.Value(parsing: "1", maximumDepth: 0)
    #expect(throws: JSON.SyntaxError.self) { try JSON.Value(parsing: "[]", maximumDepth: 0) }
    let deep = try JSON.Value(parsing: nested(100_000), maximumDepth: 100_000)
    #expect(deep.bytes().count == 200_000)
    #expect(throws: JSON.SyntaxError.self) { try JSON.Value(parsing: nested(100_000)) }
  }

  @Test func `duplicate keys are refused with the option`() throws {
    for (text, byte) in [
      ("{\"a\":1,\"b\":2,\"a\":3}", 13), ("[{\"a\":{\"b\":1,\"\\u0062\":2}}]", 13), ("{\"\":1,\"\":2}", 6),
      ("{\"a\":{\"c\":1,\"c\":1},\"a\":1}", 12),
    ] {
      _ = try JSON.Value(parsing: text)
      let error = try #require(throws: JSON.SyntaxError.self) {
        try JSON.Value(parsing: text, duplicateKeys: .refuse)
      }
      #expect(error.code == .duplicateKey)
      #expect(error.byteOffset == byte)
    }
    _ = try JSON.Value(parsing: "{\"a\":{\"a\":1},\"b\":[{\"a\":1},{\"a\":1}]}", duplicateKeys: .refuse)
  }

  /// Random documents with random faults. Python's parser is set to refuse NaN.
  @Test(.enabled(if: ScriptOracle.python3.isInstalled))
  func `Python accepts and refuses the same documents`() throws {
    var generator = SeededGenerator(seed: 8)
    var texts = Self.valid.map { Array($0.utf8) } + Self.refusals.map(\.text)
    let pieces: [[UInt8]] =
      [
        "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "1", "-", "0", ".", "e", "E", "+", "true", "null", "\\",
        "\\u",
        "d83d", "\\ude00", " ", "\n", "\u{0}", "é", "\u{B}", "00",
      ].map { Array($0.utf8) } + [[0xC3], [0x80], [0xF0, 0x9F], [0xED, 0xA0, 0x80]]
    for _ in 0..<4000 {
      var text = Array(RandomJSON.document(depth: 3, using: &generator).utf8)
      for _ in 0..<Int.random(in: 0...2, using: &generator) {
        let position = Int.random(in: 0...text.count, using: &generator)
        if Bool.random(using: &generator), position < text.count {
          text.remove(at: position)
        } else {
          text.insert(contentsOf: pieces.randomElement(using: &generator) ?? [], at: position)
        }
      }
      texts.append(text)
    }
    let program = """
      import json
      def refuse(x): raise ValueError(x)
      def surrogates(v):
        if isinstance(v, str): v.encode()
        elif isinstance(v, list):
          for x in v: surrogates(x)
        elif isinstance(v, dict):
          for k, x in v.items(): surrogates(k); surrogates(x)
      def check(bytes_):
        try:
          text = bytes(bytes_).decode('utf-8')
          if text[:1] == '\\ufeff': text = text[1:]
          def pairs(p):
            for k, x in p: surrogates(k); surrogates(x)
            return dict(p)
          surrogates(json.loads(text, parse_constant=refuse, parse_int=str, parse_float=str, object_pairs_hook=pairs))
          return 1
        except (ValueError, RecursionError): return 0
      print(json.dumps([check(t) for t in input]))
      """
    let answers = try ScriptOracle.python3.run(program, input: texts, decoding: [Int].self)
    try #require(answers.count == texts.count)
    for (text, answer) in zip(texts, answers) {
      let isValid = (try? JSON.Value(parsing: text)) != nil
      #expect(isValid == (answer == 1), "\(String(decoding: text, as: UTF8.self))")
    }
  }
}
