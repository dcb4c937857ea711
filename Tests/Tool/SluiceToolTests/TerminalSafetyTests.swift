import Sluice
import SluiceLoopback
import SluiceTestSupport
import Testing

@testable import SluiceTool

/// Text of a server or a form that would control the terminal it is shown on.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct TerminalSafetyTests {
  /// C0, DEL, C1 and a character that changes the writing direction.
  private static let attack = "\u{9B}2J\u{85}\u{202E}x"
  private static let escaped = "\\u{9B}2J\\u{85}\\u{202E}x"

  private func withHead<Output>(_ status: String, test: (LoopbackServer) throws -> Output) throws -> Output {
    try withServer { connection in
      guard try connection.readHead() != nil else { return }
      let head = "HTTP/1.1 \(status)\r\nX-Attack: \(Self.attack)\r\nContent-Type: \(Self.attack)\r\n"
      try connection.write(head + "Content-Length: 2\r\nConnection: close\r\n\r\nok")
    } test: {
      try test($0)
    }
  }

  private func expectHarmless(_ text: String, at location: SourceLocation = #_sourceLocation) {
    let bad = text.unicodeScalars.filter { scalar in
      let kinds: [Unicode.GeneralCategory] = [.control, .format, .lineSeparator]
      return kinds.contains(scalar.properties.generalCategory) && scalar != "\r" && scalar != "\n"
    }
    #expect(bad.isEmpty, "\(text.debugDescription)", sourceLocation: location)
    #expect(text.contains("\\u{9B}2J"), sourceLocation: location)
  }

  @Test(arguments: [
    ["request"], ["request", "-v"], ["request", "--expect", "json"], ["download", "-o", "/nowhere/x"],
    ["upload", "-F", "a=b", "-v"],
  ]) func `standard error has no control characters`(arguments: [String]) throws {
    try withHead("404 \(Self.attack)") { server in
      let outcome = try sluice([arguments[0], server.url] + arguments.dropFirst())
      #expect(outcome.end == .exited(78))
      expectHarmless(outcome.errors)
    }
  }

  @Test func `-i escapes control characters on a terminal, and nowhere else`() throws {
    try withHead("200 \(Self.attack)") { server in
      let terminal = try Terminal()
      let shown = try sluice("request", server.url, "-i", output: .descriptor(terminal.descriptor))
      #expect(shown.end == .exited(0))
      let text = try terminal.written()
      #expect(
        text.hasPrefix("HTTP/1.1 200 \(Self.escaped)\r\n")
          || text.hasPrefix("HTTP/1.1 200 \(Self.escaped)\r\r\n"))
      expectHarmless(text)
      let piped = try sluice("request", server.url, "-i")
      #expect(piped.text.contains("X-Attack: \(Self.attack)\r\n"))
    }
  }

  @Test func `lines of JSON escape control characters, and keep the values`() throws {
    let name = "a\u{9B}2J\u{7F}\u{2028}\u{202E}\u{E0001}\u{1F468}\u{200D}b"
    let body =
      "--B\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"\(name)\"\r\n\r\n\r\n--B--\r\n"
    let outcome = try sluice(
      "multipart", "decode", "--content-type", "multipart/form-data; boundary=B",
      input: .bytes(Array(body.utf8)))
    outcome.expectSuccess()
    #expect(
      outcome.text.contains(#""name":"a\u009B2J\u007F\u2028\u202E\uDB40\uDC01👨\u200Db""#), "\(outcome.text)")
    #expect(try JSON.Value(parsing: outcome.output)["filename"]?.string == name)
  }

  @Test func `an error about a part escapes its name`() throws {
    let body =
      "--B\r\nContent-Disposition: form-data; name=\"\u{9B}2J\"\r\nContent-Length: 9\r\n\r\n\r\n--B--\r\n"
    let outcome = try sluice(
      "multipart", "decode", "--content-type", "multipart/form-data; boundary=B",
      input: .bytes(Array(body.utf8)))
    outcome.expectFailure(65, "content-length-mismatch")
    expectHarmless(outcome.errors)
  }

  @Test func `the line of a failure is one line without control characters`() {
    #expect(Failure(.bug, "x", "a\u{2028}b\nc\u{1B}[0m\u{9D}").line == "error: x: a b c\\u{1B}[0m\\u{9D}")
  }
}
