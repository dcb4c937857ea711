import SluiceTestSupport
import Testing

/// The output of `header`.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct HeaderCommandTests {
  @Test(arguments: [
    (
      "text/html;charset=utf-8",
      #"{"type":"text","subtype":"html","parameters":[["charset","utf-8"]],"text":"text/html;charset=utf-8"}"#
    ),
    (
      " TEXT/Plain ; A=\"b \\\" c\";a=d;;e ",
      #"{"type":"text","subtype":"plain","parameters":[["a","b \" c"]],"text":"text/plain;a=\"b \\\" c\""}"#
    ),
    ("a/b", #"{"type":"a","subtype":"b","parameters":[],"text":"a/b"}"#),
  ]) func `a media type is printed as JSON`(value: String, line: String) throws {
    let outcome = try sluice("header", "content-type", value)
    outcome.expectSuccess()
    #expect(outcome.text == line + "\n")
  }

  @Test(arguments: [
    (
      "attachment; filename=\"a.txt\"", [],
      #"{"type":"attachment","parameters":[["filename","a.txt"]],"filename":"a.txt"}"#
    ),
    ("Inline", [], #"{"type":"inline","parameters":[],"filename":null}"#),
    (
      "attachment; filename=\"a\"; filename*=UTF-8''%c3%bc", [],
      #"{"type":"attachment","parameters":[["filename","a"],["filename*","UTF-8''%c3%bc"]],"filename":"ü"}"#
    ),
    (
      "form-data; name=\"a%22\"; filename=\"\\\"; filename*=UTF-8''b", ["--form"],
      #"{"type":"form-data","parameters":[["name","a\""],["filename","\\"],["filename*","UTF-8''b"]],"filename":"\\"}"#
    ),
  ]) func `a content disposition is printed as JSON`(value: String, options: [String], line: String) throws {
    let outcome = try sluice(["header", "content-disposition", value] + options)
    outcome.expectSuccess()
    #expect(outcome.text == line + "\n")
  }

  @Test func `a malformed value is an error with its position`() throws {
    try sluice("header", "content-type", "text").expectFailure(65, "invalid-media-type", saying: "at byte 0")
    try sluice("header", "content-disposition", "").expectFailure(65, "missing-type", saying: "at byte 0")
    try sluice("header", "content-disposition", "a; b").expectFailure(
      65, "malformed-parameter", saying: "at byte 4")
    try sluice("header", "content-disposition", "a;b=c;b=c").expectFailure(
      65, "repeated-parameter", saying: "at byte 6")
    try sluice("header", "content-disposition").expectFailure(64, "usage")
    try sluice("header", "unknown", "x").expectFailure(64, "usage")
  }
}
