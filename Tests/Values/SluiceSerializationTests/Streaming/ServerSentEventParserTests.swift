import SluiceSerialization
import SluiceTestSupport
import Testing

/// Parsing of server-sent events.
@Suite(.timeLimit(.minutes(5))) struct ServerSentEventParserTests {
  private typealias Event = ServerSentEvent

  private func events(_ text: String, limit: Int = 1 << 20) -> Outcome<ServerSentEvent> {
    outcome(of: text) { ServerSentEventParser(maximumEventByteCount: limit) }
  }

  @Test(arguments: [
    ("", []),
    // The examples of the standard.
    ("data: YHOO\ndata: +2\ndata: 10\n\n", [Event(data: "YHOO\n+2\n10")]),
    (
      ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
      [Event(data: "first event", id: "1"), Event(data: "second event"), Event(data: " third event")]
    ),
    ("data\n\ndata\ndata\n\ndata:", [Event(data: ""), Event(data: "\n")]),
    ("data:test\n\ndata: test\n\n", [Event(data: "test"), Event(data: "test")]),
    // Line ends.
    ("data:1\r\n\r\ndata:2\r\rdata:3\n\n", [Event(data: "1"), Event(data: "2"), Event(data: "3")]),
    ("data:1\r\n\ndata:2\r\n\rdata:3\n\r\n", [Event(data: "1"), Event(data: "2"), Event(data: "3")]),
    ("data:1\n\r\n\rdata:2\r\r\n", [Event(data: "1"), Event(data: "2")]),
    // A byte order mark.
    ("\u{FEFF}data:1\n\n\u{FEFF}data:2\n\n", [Event(data: "1")]),
    ("\u{FEFF}\u{FEFF}data:1\n\n", []),
    // Fields.
    ("event: a\ndata:1\n\ndata:2\n\n", [Event(type: "a", data: "1"), Event(data: "2")]),
    ("event: a\n\ndata:2\n\n", [Event(data: "2")]),
    ("event: a\nevent\ndata:1\n\n", [Event(data: "1")]),
    ("Data:1\n data:2\ndata :3\ndatax:4\ndat:5\nfoo\n\n", []),
    ("dato:1\ndeta:2\nevent: a\nevens: b\nid:1\nie:2\ndata:3\n\n", [Event(type: "a", data: "3", id: "1")]),
    ("data:a:b\u{0}\n\n", [Event(data: "a:b\u{0}")]),
    (":\n:data:1\n:::\ndata:2\n:c\n\n", [Event(data: "2")]),
    // IDs.
    (
      "id:1\ndata:a\n\ndata:b\n\nid:2\n\ndata:c\n\n",
      [Event(data: "a", id: "1"), Event(data: "b", id: "1"), Event(data: "c", id: "2")]
    ),
    ("id:1\u{0}\nid: 2\nid:\u{0}\ndata:a\n\n", [Event(data: "a", id: "2")]),
    // Reconnection times.
    (
      "retry:10\ndata:a\n\nretry: 20\n\nretry: x\nretry:+5\nretry\nretry:1.5\nretry:-1\nretry: 3 \ndata:b\n\n",
      [
        Event(data: "a", reconnectionTime: .milliseconds(10)),
        Event(data: "b", reconnectionTime: .milliseconds(20)),
      ]
    ),
    ("retry:99999999999999999999\ndata:a\n\n", [Event(data: "a")]),
    (
      "retry:0009223372036854775807\ndata:a\n\n",
      [Event(data: "a", reconnectionTime: .milliseconds(Int64.max))]
    ),
    ("retry:٣\ndata:a\n\n", [Event(data: "a")]),
    // Events that the end cuts off.
    ("data:1\n\ndata:2\n", [Event(data: "1")]),
    ("data:1\n\ndata:2", [Event(data: "1")]),
  ])
  func `events are parsed as the standard says`(text: String, expected: [ServerSentEvent]) {
    #expect(events(text) == Outcome(elements: expected))
  }

  @Test func `an event is returned at the CR that ends it`() throws {
    var parser = ServerSentEventParser()
    var position = 0
    #expect(try parser.next(in: Array("data:1\r\n\r".utf8).span, from: &position) == Event(data: "1"))
    position = 0
    #expect(try parser.next(in: Array("\ndata:2\n\n".utf8).span, from: &position) == Event(data: "2"))
  }

  @Test func `a blank line sets the last ID, and the end of its line the retry time`() throws {
    var parser = ServerSentEventParser()
    for (text, id, time) in [
      ("id:1\nretry:5\n", "", Duration.milliseconds(5)), ("\n", "1", .milliseconds(5)),
      ("id:2\nretry:6", "1", .milliseconds(5)),
    ] {
      var position = 0
      #expect(try parser.next(in: Array(text.utf8).span, from: &position) == nil)
      #expect(parser.lastEventID == id)
      #expect(parser.reconnectionTime == time)
    }
    #expect(try parser.finish() == nil)
    #expect(parser.lastEventID == "1")
  }

  @Test func `a reset drops the incomplete event, and keeps the ID and the time`() throws {
    var parser = ServerSentEventParser(maximumEventByteCount: 20)
    for (text, expected) in [
      (
        "\u{FEFF}retry:5\nid:1\ndata:a\n\nid:2\nevent:x\ndata:b\nda",
        [Event(data: "a", id: "1", reconnectionTime: .milliseconds(5))]
      ),
      ("\u{FEFF}data:c\n\n:c\r", [Event(data: "c", id: "1", reconnectionTime: .milliseconds(5))]),
      ("\ndata:d\n\n", [Event(data: "d", id: "1", reconnectionTime: .milliseconds(5))]),
    ] {
      var (position, events) = (0, [Event]())
      while let event = try parser.next(in: Array(text.utf8).span, from: &position) { events.append(event) }
      #expect(events == expected)
      parser.reset()
      #expect(parser.lastEventID == "1" && parser.reconnectionTime == .milliseconds(5))
    }
    var position = 0
    let long = Array("data:123456789012345678901\n\n".utf8)
    #expect(throws: StreamError.self) { try parser.next(in: long.span, from: &position) }
    parser.reset()
    position = 0
    #expect(try parser.next(in: Array("data:e\n\n".utf8).span, from: &position)?.data == "e")
  }

  @Test(arguments: [
    ("data:1234\n\n", 9, nil), ("data:1234\n\n", 8, "1 (byte 0)"), ("data:1\ndata:2\r\n\r\n", 12, nil),
    ("data:1\ndata:2\n\n", 11, "2 (byte 7)"), ("data:1\n\ndata:12\n\n", 6, "3 (byte 8)"),
    (": a long comment\r\ndata:1\n: and another\n\n", 6, nil), ("foo:123", 6, "1 (byte 0)"),
    (":c\r\n\u{FEFF}x", 3, "2 (byte 4)"), ("\u{FEFF}data:12", 6, "1 (byte 3)"),
  ])
  func `an event has a limit`(text: String, limit: Int, place: String?) {
    let found = events(text, limit: limit)
    #expect(
      found.error == place.map { "event-too-large: the event has more bytes than the limit at line \($0)" })
  }

  @Test func `comments of any length do not count towards the limit`() throws {
    _ = try duration(of: 50_000, Array(": still here\n".utf8)) {
      ServerSentEventParser(maximumEventByteCount: 0)
    }
    _ = try duration(of: 50_000, Array(":::".utf8)) { ServerSentEventParser(maximumEventByteCount: 0) }
  }

  @Test func `a long line that arrives byte by byte takes linear time`() throws {
    func parser() -> ServerSentEventParser { ServerSentEventParser(maximumEventByteCount: nil) }
    let small = try duration(of: 20_000, [0x61], parser)
    let large = try duration(of: 400_000, [0x61], parser)
    #expect(large < small * 200)
  }

  @Test func `a long piece of carriage returns takes linear time`() throws {
    let small = try duration(of: 1, Array(repeating: 0x0D, count: 10_000)) { ServerSentEventParser() }
    let large = try duration(of: 1, Array(repeating: 0x0D, count: 200_000)) { ServerSentEventParser() }
    #expect(large < small * 200)
  }

  @Test(.enabled(if: ScriptOracle.node.isInstalled)) func `node repairs UTF-8 in the same way`() throws {
    var generator = SeededGenerator(seed: 2)
    let bytes: [UInt8] = [
      0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0,
      0xF1, 0xF4,
      0xF5, 0xFF,
    ]
    let texts = (0..<3000).map { _ in
      (0..<Int.random(in: 1...6, using: &generator)).map { _ in bytes.randomElement(using: &generator) ?? 0 }
    }
    let program = """
      console.log(JSON.stringify(input.map(
        text => [...new TextDecoder("utf-8", {ignoreBOM: true}).decode(new Uint8Array(text))].map(c => c.codePointAt(0)))))
      """
    let expected = try ScriptOracle.node.run(program, input: texts, decoding: [[UInt32]].self)
    for (text, scalars) in zip(texts, expected) {
      let stream = Array("data:".utf8) + text + Array("\nevent:".utf8) + text + Array("\n\n".utf8)
      let event = outcome(of: [stream[...]]) { ServerSentEventParser() }.elements.first
      #expect(event?.data.unicodeScalars.map(\.value) == scalars, "\(text)")
      #expect(event?.type.unicodeScalars.map(\.value) == scalars, "\(text)")
    }
  }
}
