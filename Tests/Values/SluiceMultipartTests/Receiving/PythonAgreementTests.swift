import FoundationEssentials
import SluiceBody
import SluiceMultipart
import SluiceTestSupport
import Testing

/// Agreement with Python's `email`, which divides bodies by the same lines if all lines end in CRLF.
@Suite(.timeLimit(.minutes(5))) struct PythonAgreementTests {
  private static let script = """
    import email, json, pathlib, sys

    for path in pathlib.Path(sys.argv[1]).glob("*.eml"):
        message = email.message_from_bytes(path.read_bytes())
        parts = message.get_payload() if message.is_multipart() else []
        path.with_suffix(".json").write_text(
            json.dumps([list(part.get_payload(decode=True) or b"") for part in parts]))
    """

  @Test(.enabled(if: PythonParserTests.hasPython, "python3 is not installed"))
  func `Python finds the same parts among lines that resemble boundaries`() async throws {
    let directory = try TemporaryDirectory()
    var random = SeededGenerator(seed: 7)
    let pieces = [
      "--B", "--BX", "--B-", "--B--X", "--B \tx", "-", "--", "B", "x", "", " --B", "--b", "ü", "\u{1}",
    ]
    var ours: [Int: [[UInt8]]] = [:]
    for index in 0..<150 {
      var lines: [String] = ["--B", ""]
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        let line = pieces.randomElement(using: &random) ?? ""
        // A header follows a boundary line, here an empty one.
        lines += line == "--B" ? [line, ""] : [line]
      }
      lines += ["--B--", ""]
      let body = lines.joined(separator: "\r\n")
      let transcript = try MultipartParser.mixed().transcript(of: body)
      #expect(transcript.isWhole, "\(body.debugDescription)")
      ours[index] = transcript.parts.map(\.bytes)
      try directory.file(
        "\(index).eml", Array(("Content-Type: multipart/mixed; boundary=B\r\n\r\n" + body).utf8))
    }
    let status = try await withTaskExecutorPreference(BlockingExecutor.shared) {
      try run("python3", "-c", Self.script, directory.path)
    }
    #expect(status == 0)
    for (index, parts) in ours {
      let theirs = try JSONDecoder().decode([[UInt8]].self, from: Data(directory.contents("\(index).json")))
      #expect(theirs == parts, "\(index)")
    }
  }
}
