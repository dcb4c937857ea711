import SluiceLoopback
import SluiceTestSupport
import Testing

/// Wrong usage ends with 64 and says what is wrong, before any connection is opened.
@Suite struct UsageErrorTests {
  @Test(arguments: [
    ("a", "'a' is not name=value"), ("", "'' is not name=value"), ("=b", "'=b' is not name=value"),
    ("a=@", "'a' names no file"), ("a=<;type=x/y", "'a' names no file"), ("a=@\"\"", "'a' names no file"),
    ("a=b;c=d", "'a' is neither type= nor filename="), ("a=b;", "neither"), ("a=b; Type=x/y", "neither"),
    ("a=\"b\"c", "'a' something other than a semicolon"), ("a=b;type=", "'' in 'a' is no media type"),
    ("a=b;type=text", "'text' in 'a' is no media type"), ("a=b;type=a/b/c;filename=f", "no media type"),
  ]) func aPartThatCannotBeRead(spec: String, message: String) throws {
    try sluice("multipart", "encode", "-F", "x=y", "-F", spec).expectFailure(64, "form", saying: message)
  }

  @Test(arguments: ["a", "=b", ""]) func aStringWithoutAName(text: String) throws {
    try sluice("multipart", "encode", "--form-string", text).expectFailure(64, "form", saying: "name=value")
  }

  @Test(arguments: [
    (["--boundary", ""], "invalid-boundary"), (["--boundary", "a "], "invalid-boundary"),
    (["--boundary", "é"], "invalid-boundary"), (["--subtype", "a b"], "subtype"),
    (["--subtype", ""], "subtype"),
  ]) func aFormThatCannotBeWritten(options: [String], code: String) throws {
    try sluice(["multipart", "encode", "-F", "a=b"] + options).expectFailure(64, code)
  }

  @Test(arguments: [
    (["-F", "a"], "form", "name=value"),
    ([], "form", "-F"),
    (["-vF", "a=b"], "form", "-F"),
    (["-F", "a=b", "-X", "NO METHOD"], "method", "'NO METHOD' is no token"),
    (["-F", "a=b", "-X", ""], "method", "token"),
    (["-F", "a=b", "-H", "Name"], "header", "Name: value"),
    (["-F", "a=b", "-H", ": value"], "header", "no name"),
    (["-F", "a=b", "-H", "Na me: value"], "header", "'Na me'"),
    (["-F", "a=b", "-H", "Name: a\u{1}b"], "header", "the value of 'Name'"),
    (["-F", "a=b", "--unknown"], "usage", "--unknown"),
    (["-F", "a=b", "superfluous"], "usage", "superfluous"),
    (["-F", "a=b", "-F"], "usage", "Missing value for '-F"),
    (["-F"], "usage", "Missing value for '-F"),
    (["-F", "a=b", "--timeout"], "usage", "Missing value"),
    (["-F", "a=b", "--timeout", "soon"], "usage", "soon"),
    (["-F", "a=b", "--timeout", "0"], "usage", "time limit"),
    (["-F", "a=b", "--timeout", "nan"], "usage", "time limit"),
    (["-F", "a=b", "--connect-timeout", "1e9"], "usage", "time limit"),
    (["-F", "a=b", "--limit-rate", "0"], "usage", "--limit-rate"),
    (["-F", "a=b", "--max-body", "99999999999999999999"], "usage", "99999999999999999999"),
    (["-F", "a=b", "--max-redirects", "1001"], "usage", "--max-redirects"),
    (["-F", "a=b", "--http1.1", "--http2"], "usage", "--http2"),
    (["-F", "a=b", "--insecure", "--cacert", "x"], "usage", "--cacert"),
    (["-F", "a=b", "-u", "me"], "usage", "USER:PASSWORD"),
    (["-F", "a=b", "-u", "me:x", "--bearer", "y"], "usage", "--bearer"),
    (["-F", "a=b", "--pin", "sha1//x"], "usage", "sha256//"),
    (["-F", "a=b", "--progress", "loud"], "usage", "loud"),
  ]) func anUploadThatIsNoneConnectsToNobody(options: [String], code: String, message: String) throws {
    let server = try UploadServer()
    try sluice(["upload", server.url] + options).expectFailure(64, code, saying: message)
    #expect(server.connectionCount == 0)
  }

  @Test(arguments: [
    "127.0.0.1", "nowhere", "ftp://127.0.0.1/", "file:///etc/passwd", "http://", "http://[::1", "http://a b/",
    "http://127.0.0.1:99999/", "",
  ]) func aURLThatIsNone(url: String) throws {
    try sluice("upload", url, "-F", "a=b").expectFailure(64, "invalid-url")
  }

  @Test(arguments: [
    ["unknown"], ["--unknown"], ["upload"], ["demo", "--size", "-1"], ["demo", "--size", "big"],
    ["demo", "more"],
    ["multipart", "unknown"], ["multipart", "encode", "more"],
  ]) func aCommandThatIsNone(arguments: [String]) throws {
    try sluice(arguments).expectFailure(64, "usage")
  }
}
