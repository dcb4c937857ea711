/// Values of JSON that parsers treat differently.
enum JSONEdgeCases {
  static let numbers = texts(
    "0", "-0", "1", "-1", "0.1", "-0.0", "1e0", "1E+2", "100", "127", "128", "255", "256", "65536",
    "2147483647",
    "2147483648", "-2147483649", "4294967296", "9007199254740993", "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616",
    "1.7976931348623157e308", "1e309", "-1e400", "5e-324", "1e-400", "2.2250738585072014e-308",
    "0.30000000000000004", "123456789012345678901234567890", "1e23", "1.0000000000000000000000000000001",
    "1e00000000000000000001", "1e99999999999999999999")

  static let strings = texts(
    #""""#, #""a""#, #""\u0000""#, #""\ud83d\ude00""#, #""\"\\\/\b\f\n\r\t""#, #""\u0022\u005C""#,
    "\"\u{e9}\"",
    "\"e\u{301}\"", "\"\u{10FFFF}\"", "\"\u{1F468}\u{200D}\u{1F469}\"", #""\u2028""#, "\"\u{FEFF}\"",
    "\"\u{7F}\"",
    #""__proto__""#, #""1""#, #""null""#, #""2024-02-29T23:59:60Z""#, #""AA==""#, #""\uD834\uDD1E""#)

  static let others = texts("null", "true", "false", "[]", "{}", "[[]]", #"{"":0}"#, "[null,null]", "[{}]")

  /// Values that are no JSON.
  static let broken: [[UInt8]] =
    texts(
      "01", "+1", "1.", ".5", "-", "1e", "0x10", "NaN", "Infinity", "nul", "True", "'a'", #""\x""#,
      #""\ud800""#,
      #""\udc00\ud800""#, #""\u00g0""#, "\"\n\"", "\"\u{0}\"", "[1,]", "{,}", #"{"a"}"#, #"{"a":}"#, "[1 2]",
      "//", "/**/",
      "\u{FEFF}", #"""#, "[", "}", "")
    + [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xE2, 0x82, 0x22],
      [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0x80, 0x22],
    ]

  /// Parts of strings.
  static let escapes = texts(
    #"\n"#, #"\""#, #"\\"#, #"\/"#, #"\u0000"#, #"\u00e9"#, #"\ud83d\ude00"#, #"\u001f"#, #"\uFFFF"#,
    "\u{e9}",
    "\u{301}", "\u{1F600}", "\u{2029}", " ")

  /// Parts of strings that are invalid.
  static let brokenEscapes: [[UInt8]] =
    texts(#"\ud800"#, #"\"#, #"\u12"#, #"\U0041"#, "\u{1}", "\"") + [
      [0x80], [0xFF], [0xC3], [0xED, 0xA0, 0x80],
    ]

  static let keys = texts(
    #""""#, #""a""#, #""\u0061""#, #""__proto__""#, #""0""#, #""-1""#, #""id""#, #""super""#, #""a.b""#,
    "\"\u{e9}\"",
    "\"e\u{301}\"", #""\u0000""#, #""toString""#)

  private static func texts(_ texts: String...) -> [[UInt8]] { texts.map { Array($0.utf8) } }

  /// Returns a value that is valid JSON.
  static func value(_ random: inout SeededGenerator) -> [UInt8] {
    switch random.below(6) {
    case 0, 1, 2: random.pick(numbers)
    case 3, 4: random.pick(strings)
    default: random.pick(others)
    }
  }
}
