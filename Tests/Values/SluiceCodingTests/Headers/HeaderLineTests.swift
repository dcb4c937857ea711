import SluiceCoding
import Testing

/// The name and the value of header lines.
@Suite(.timeLimit(.minutes(5))) struct HeaderLineTests {
  @Test(
    arguments: [
      ("A: b", "A", "b"), ("A:b", "A", "b"), ("A:", "A", ""), ("A: \t ", "A", ""), (":", "", ""),
      (": b", "", "b"),
      ("A: b: c", "A", "b: c"), ("A : b\t c \t", "A ", "b\t c"), (" A: b", " A", "b"),
      ("é:\u{301}", "é", "\u{301}"),
    ]) func `a line is divided at its first colon, and the value has no blanks around it`(
      line: String, name: String, value: String
    ) throws
  {
    let bytes = Array(line.utf8)
    let line = HeaderLine(bytes.span)
    let parts = try #require(line)
    #expect(Array(bytes[parts.name]) == Array(name.utf8) && Array(bytes[parts.value]) == Array(value.utf8))
  }

  @Test(arguments: ["", "a", " \t"]) func `a line without a colon has no parts`(line: String) {
    let hasParts = HeaderLine(line.utf8.span) != nil
    #expect(!hasParts)
  }
}
