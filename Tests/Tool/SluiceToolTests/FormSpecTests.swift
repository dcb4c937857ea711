import Sluice
import SluiceBody
import SluiceTestSupport
import Testing

@testable import SluiceTool

/// Parsing of a single `-F`. ``EncodeTests`` covers the bytes that are sent.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct FormSpecTests {
  @Test func `a path is a file that is opened later`() throws {
    for (text, path, fileName) in [
      ("a=@/no/such.txt", "/no/such.txt", "such.txt"), ("a=@-", "/dev/stdin", "-"),
      ("a=@\"-\";filename=x", "/dev/stdin", "x"), ("a=@dir/", "dir/", "dir"), ("a=@x,y", "x,y", "x,y"),
    ] {
      let part = try FormSpec(text).part
      #expect(part.name == "a")
      #expect(part.fileName == fileName)
      #expect((part.body._concrete as? FileSource)?.path == path)
    }
  }

  @Test func `the content of a file is a field unless it has a file name`() throws {
    let field = try FormSpec("a=</no/such.txt").part
    #expect(field.fileName == nil && field.contentType == nil)
    #expect((field.body._concrete as? FileSource)?.path == "/no/such.txt")
    let file = try FormSpec("a=</no/such.txt;filename=x.png").part
    #expect(file.fileName == "x.png" && file.contentType == MediaType("image/png"))
  }

  @Test func `the last of repeated attributes is used`() throws {
    let part = try FormSpec("a=b;type=x/y;filename=f;type=z/z;filename=g").part
    #expect(part.contentType == MediaType("z/z") && part.fileName == "g")
    #expect(part.body._concrete as? BytesSource == BytesSource("b".utf8))
  }

  @Test func `a value that is a dash is not standard input`() throws {
    let part = try FormSpec("a=-").part
    #expect(part.body._concrete as? BytesSource == BytesSource("-".utf8))
  }

  @Test(arguments: [
    ("", "'' is not name=value"), ("a", "'a' is not name=value"), ("=b", "'=b' is not name=value"),
    ("a=@", "'a' names no file"), ("a=<;type=x/y", "'a' names no file"), ("a=@\"\"", "'a' names no file"),
    ("a=b;c=d", "in 'a' is neither type=, filename=, headers= nor encoder="), ("a=b;", "neither"),
    ("a=b; Type=x/y", "neither"),
    ("a=\"b\"c", "in 'a' is followed by something other than"),
    ("a=b;type=", "'' in 'a' is not a media type"),
    ("a=b;encoder=foo", "'foo' in 'a' is not an encoder: base64, quoted-printable, 7bit, 8bit, binary"),
    ("a=b;headers=\"X\"", "a header in 'a' is not 'Name: value'"), ("a=b;headers=", "a header in 'a' is not"),
    ("a=b;type=text", "'text' in 'a' is not a media type"), ("a=b;type=a/b/c;filename=f", "not a media type"),
  ]) func `a malformed part is an error that says what is wrong`(text: String, message: String) throws {
    let failure = try #require(throws: Failure.self) { try FormSpec(text) }
    #expect(failure.status == .usage && failure.code == "form")
    #expect(failure.message.contains(message), "\(failure.message)")
  }

  @Test func `a file of headers that is missing is an error`() throws {
    let failure = try #require(throws: Failure.self) { try FormSpec("a=b;headers=@/no/such") }
    #expect(failure.status == .inputMissing)
  }

  @Test func `the size of an encoded part is exact, or unknown for quoted-printable of a file`() throws {
    let folder = try TemporaryDirectory()
    for count in [0, 1, 2, 3, 56, 57, 58, 113, 114, 115, 10_000] {
      try folder.file("\(count)", [UInt8](repeating: 0x41, count: count))
      for encoder in ["base64", "7bit", "8bit", "binary"] {
        let body = try FormSpec("a=@\(folder.path)/\(count);encoder=\(encoder)").part.body
        #expect(try body.byteCount == body.count(readingUpTo: 7), "\(count) \(encoder)")
      }
    }
    #expect(try FormSpec("a=é;encoder=quoted-printable").part.body.byteCount == 6)
    #expect(try FormSpec("a=@\(folder.path)/57;encoder=quoted-printable").part.body.byteCount == nil)
  }

  @Test func `a byte above 127 is an error with 7bit`() throws {
    #expect(throws: Failure.self) { try FormSpec("a=é;encoder=7bit") }
    let folder = try TemporaryDirectory()
    try folder.file("high", [0x41, 0x80])
    let body = try FormSpec("a=@\(folder.path)/high;encoder=7bit").part.body
    #expect(throws: Failure.self) { try body.count(readingUpTo: 7) }
  }

  @Test func `a long value takes linear time`() throws {
    let value = String(repeating: "\\\"", count: 500_000)
    let part = try FormSpec("a=\"\(value)\";filename=\"\(value)\"").part
    #expect((part.body._concrete as? BytesSource)?.bytes.count == 500_000)
    #expect(part.fileName?.utf8.count == 500_000)
    #expect(throws: Failure.self) { try FormSpec("a=b" + String(repeating: ";", count: 500_000)) }
  }
}

extension BodySource {
  /// Returns the number of bytes that are read, in pieces of at most the given size.
  fileprivate func count(readingUpTo size: Int) throws -> Int64 {
    let reader = try makeReader()
    var count: Int64 = 0
    while true {
      var piece: [UInt8] = []
      var outcome = BodyReadOutcome.more
      try piece.append(addingCapacity: size) { outcome = try reader.read(into: &$0) }
      count += Int64(piece.count)
      if outcome == .end { return count }
    }
  }
}
