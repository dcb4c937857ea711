import SluiceBody
import SluiceTestSupport
import Testing

/// Commands whose standard output is a full device: what was not written is an error of each.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct FullOutputTests {
  @Test(arguments: [
    (["--version"], ""), (["help", "json"], ""), (["multipart"], ""), (["upload", "--help"], ""),
    (["--generate-completion-script", "bash"], ""),
    (["query", "encode"], #"{"a":1}"#), (["query", "decode"], "a=1"),
    (["query", "decode", "--nested"], "a=1"),
    (["json", "format"], "[1]"), (["plist", "convert", "--from", "json", "--to", "xml"], "[1]"),
    (["gzip"], "text"), (["gunzip", "--format", "raw"], "K\u{4}\0"),
    (["multipart", "encode", "-F", "a=b"], ""), (["header", "content-type", "text/html"], ""),
    (["multipart", "decode", "--content-type", "multipart/mixed; boundary=b"], "--b\r\n\r\ntext\r\n--b--"),
    (["corpus", "list"], ""), (["request", "http://localhost/", "--curl"], ""),
    (["demo", "--size", "1"], ""),
  ]) func `output on a full device is an error`(arguments: [String], input: String) throws {
    let output = Run.Stream.descriptor(try Descriptor.open("/dev/full", flags: 1))
    try sluice(arguments, input: .bytes(Array(input.utf8)), output: output)
      .expectFailure(74, "write-failed", saying: "standard output", "No space left on device")
  }
}
