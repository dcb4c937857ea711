import FoundationEssentials
import SluiceBody
import SluiceMultipart
import SluiceTestSupport
import Testing

/// Forms read by the parser of Python's standard library.
@Suite(.timeLimit(.minutes(5))) struct PythonParserTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  static let hasPython = (try? run("python3", "-c", "import email")) == 0

  /// Writes the contents of every `*.eml` in a folder to a file beside it. Names have no characters that a browser's
  /// escaping leaves ambiguous (`\` and `%`), and all forms have parts, because Python takes no others for forms.
  private static let script = """
    import email, email.message, json, pathlib, sys

    def unescaped(text):
        return text if text is None else text.replace("%22", '"').replace("%0D", "\\r").replace("%0A", "\\n")

    def content(part):
        head = email.message.Message()
        for name, value in part.raw_items():
            head[name] = value.encode("ascii", "surrogateescape").decode("utf-8")
        disposition = lambda name: unescaped(head.get_param(name, header="Content-Disposition"))
        return {
            "name": disposition("name"),
            "fileName": disposition("filename"),
            "type": head.get_content_type() if "Content-Type" in head else None,
            "bytes": None if part.is_multipart() else list(part.get_payload(decode=True)),
            "parts": [content(each) for each in part.get_payload()] if part.is_multipart() else None,
        }

    for path in pathlib.Path(sys.argv[1]).glob("*.eml"):
        message = email.message_from_bytes(path.read_bytes())
        assert message.is_multipart() and not message.defects, message.defects
        path.with_suffix(".json").write_text(json.dumps(content(message)))
    """

  @Test(.enabled(if: hasPython, "python3 is not installed"))
  func `Python finds the same names, file names, types and bytes`() async throws {
    let seeds: Range<UInt64> = 0..<60
    var contents: [UInt64: [RandomForm.Content]] = [:]
    for seed in seeds {
      var forms = RandomForms(seed: seed, alphabet: "abc \";=:,ü日🎉\r\n\t()", partCounts: 1...6, in: directory)
      let random = try forms.form()
      contents[seed] = random.contents
      let head = "Content-Type: \(try #require(random.form.contentType))\r\n\r\n"
      try await directory.file("\(seed).eml", Array(head.utf8) + random.form.bytes())
    }
    let status = try await withTaskExecutorPreference(BlockingExecutor.shared) {
      try run("python3", "-c", Self.script, directory.path)
    }
    #expect(status == 0)
    for seed in seeds {
      let json = Data(try directory.contents("\(seed).json"))
      let found = try JSONDecoder().decode(RandomForm.Content.self, from: json)
      expectSameParts(found.parts, contents[seed], seed)
    }
  }

  private func expectSameParts(_ found: [RandomForm.Content]?, _ sent: [RandomForm.Content]?, _ seed: UInt64)
  {
    #expect(found?.count == sent?.count, "seed \(seed)")
    for (found, sent) in zip(found ?? [], sent ?? []) {
      // Each line break in a name is sent as a CRLF.
      let name = sent.name?.replacing(/\r\n|\r|\n/.matchingSemantics(.unicodeScalar), with: "\r\n")
      #expect(found.name == name, "seed \(seed)")
      #expect(found.fileName == sent.fileName, "seed \(seed)")
      #expect(found.type == sent.type, "seed \(seed)")
      #expect(found.bytes == sent.bytes, "seed \(seed)")
      expectSameParts(found.parts, sent.parts, seed)
    }
  }
}
