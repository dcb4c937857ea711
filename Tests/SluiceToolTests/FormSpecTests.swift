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
      #expect((part.body as? FileSource)?.path == path)
    }
  }

  @Test func `the content of a file is a field unless it has a file name`() throws {
    let field = try FormSpec("a=</no/such.txt").part
    #expect(field.fileName == nil && field.contentType == nil)
    #expect((field.body as? FileSource)?.path == "/no/such.txt")
    let file = try FormSpec("a=</no/such.txt;filename=x.png").part
    #expect(file.fileName == "x.png" && file.contentType == MediaType("image/png"))
  }

  @Test func `the last of repeated attributes is used`() throws {
    let part = try FormSpec("a=b;type=x/y;filename=f;type=z/z;filename=g").part
    #expect(part.contentType == MediaType("z/z") && part.fileName == "g")
    #expect(part.body as? BytesSource == .text("b"))
  }

  @Test func `a value that is a dash is not standard input`() throws {
    let part = try FormSpec("a=-").part
    #expect(part.body as? BytesSource == .text("-"))
  }

  @Test(arguments: [
    ("", "'' is not name=value"), ("a", "'a' is not name=value"), ("=b", "'=b' is not name=value"),
    ("a=@", "'a' names no file"), ("a=<;type=x/y", "'a' names no file"), ("a=@\"\"", "'a' names no file"),
    ("a=b;c=d", "in 'a' is neither type= nor filename="), ("a=b;", "neither"), ("a=b; Type=x/y", "neither"),
    ("a=\"b\"c", "in 'a' something other than a semicolon"), ("a=b;type=", "'' in 'a' is not a media type"),
    ("a=b;type=text", "'text' in 'a' is not a media type"), ("a=b;type=a/b/c;filename=f", "not a media type"),
  ]) func `a malformed part is an error that says what is wrong`(text: String, message: String) throws {
    let failure = try #require(throws: Failure.self) { try FormSpec(text) }
    #expect(failure.status == .usage && failure.code == "form")
    #expect(failure.message.contains(message), "\(failure.message)")
  }

  @Test func `a long value takes linear time`() throws {
    let value = String(repeating: "\\\"", count: 500_000)
    let part = try FormSpec("a=\"\(value)\";filename=\"\(value)\"").part
    #expect((part.body as? BytesSource)?.bytes.count == 500_000)
    #expect(part.fileName?.utf8.count == 500_000)
    #expect(throws: Failure.self) { try FormSpec("a=b" + String(repeating: ";", count: 500_000)) }
  }
}
