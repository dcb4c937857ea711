import HTTPTypes
import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

@testable import SluiceSession
@testable import SluiceTransport

/// Hosts' names with other characters than ASCII: their ASCII form, those that are refused, and requests to them.
@Suite(.timeLimit(.minutes(5))) struct InternationalNameTests {
  private func host(_ name: String) -> String? { try? RequestURL("http://\(name)/").origin.host }

  @Test(arguments: [
    ("bücher.example", "xn--bcher-kva.example"), ("BÜCHER.Example", "xn--bcher-kva.example"),
    ("b%C3%BCcher.example.", "xn--bcher-kva.example."), ("XN--BCHER-KVA.example", "xn--bcher-kva.example"),
    ("straße.de", "xn--strae-oqa.de"), ("βόλος.com", "xn--nxasmm1c.com"),
    ("日本.jp", "xn--wgv71a.jp"), ("пример.испытание", "xn--e1afmkfd.xn--80akhbyknj4f"),
    ("الأردن", "xn--igbhzh7gpa"), ("א1.example", "xn--1-zhc.example"), ("नेपाल", "xn--l2bey1c2b"),
    ("한국.kr", "xn--3e0b707e.kr"), ("i❤.ws", "xn--i-7iq.ws"), ("क्\u{200D}ष.in", "xn--11b2ezcw70k.in"),
    ("a_ü", "xn--a_-yka"), ("q\u{301}.de", "xn--q-xbb.de"), ("தமிழ்", "xn--rlcus7b3d"),
  ]) func `a name is written in ASCII`(name: String, ascii: String) {
    #expect(host(name) == ascii)
  }

  @Test(
    arguments: [
      "capital sharp s, which clients read differently": "STRAẞE.de", "not normal": "bu\u{308}cher.de",
      "marks in the wrong order": "q\u{301}\u{323}.de",
      "composed over a mark": "u\u{323}\u{308}.de", "parts of a vowel": "\u{995}\u{9C7}\u{9BE}.de",
      "dot below a letter with an accent": "ä\u{323}.de",
      "mark that moves before an accent": "ầ\u{338}\u{328}.de",
      "number of another script": "א\u{BEB}ב.de", "conjoining jamo": "\u{1112}\u{1161}\u{11AB}.kr",
      "leading mark": "\u{308}u.de",
      "leading mark after a hyphen": "a.\u{301}-b.de", "encoded twice": "xn--ü.de",
      "joiner": "a\u{200D}b.de", "leading joiner": "\u{200C}b.de", "unassigned": "a\u{378}.de",
      "private": "a\u{E000}.de", "noncharacter": "a%EF%B7%90.de", "replacement": "a\u{FFFD}.de",
      "number sign": "\u{600}a.de", "tag": "a\u{E0041}.de", "left after right": "אa.de",
      "right after left": "aא.de", "digit before right": "1א.de", "digit label beside right": "1a.א",
      "two kinds of digits": "א1\u{661}.de", "Arabic digit in a Latin label": "a\u{661}.de",
      "hyphen at the end of right": "א-.de", "point in a Latin label": "a\u{5B0}.de",
      "long label": String(repeating: "ü", count: 60) + ".de",
      "long name": String(repeating: "bücher.", count: 18) + "example",
      "very long name": String(repeating: "ü", count: 10_000),
    ] as NamedCases<String>) func `a name that no host has is refused`(name: NamedCase<String>)
  {
    let error = #expect(throws: SessionError.self) { try RequestURL("http://\(name.value)/") }
    #expect(error?.code == .invalidURL)
  }

  @Test func `a label has 63 bytes at most, and a name 253`() {
    let long = String(repeating: "a", count: 55)
    #expect(host(long + "ü")?.utf8.count == 63)
    #expect(host(long + "aü") == nil)
    let start = String(repeating: String(repeating: "a", count: 59) + ".", count: 4)
    #expect(host(start + "abcdeü")?.utf8.count == 253)
    #expect(host(start + "abcdeü.")?.utf8.count == 254)
    #expect(host(start + "abcdefü") == nil)
  }

  @Test(.enabled(if: ScriptOracle.node.isInstalled)) func `node reads each accepted name in the same way`()
    throws
  {
    var random = SeededGenerator(seed: 4)
    let blocks: [ClosedRange<UInt32>] = [
      0x61...0x7A, 0x30...0x39, 0xDF...0x17F, 0x300...0x345, 0x370...0x3FF, 0x400...0x4FF, 0x590...0x5F4,
      0x600...0x6FF, 0x900...0x97F, 0x980...0x9FF, 0xB80...0xBFF, 0xE00...0xE7F, 0x1E00...0x1FFF,
      0x2000...0x206F,
      0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x2C00...0x2DFF, 0xA640...0xA7FF, 0x10A0...0x10FF, 0x3040...0x30FF,
      0x4E00...0x4E40, 0xAC00...0xAC40, 0x1F600...0x1F640,
    ]
    var names: [String] = []
    while names.count < 6000 {
      let own = [blocks.randomElement(using: &random), blocks.randomElement(using: &random)].compactMap(
        \.self)
      var name = ""
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let block = own.randomElement(using: &random) ?? 0x61...0x7A
        name.unicodeScalars.append(Unicode.Scalar(UInt32.random(in: block, using: &random)) ?? "a")
      }
      // The tables of node are of different versions of Unicode.
      guard name.unicodeScalars.allSatisfy({ $0.properties.age.map { $0.major < 14 } ?? true }) else {
        continue
      }
      names.append(name + [".de", "", ".ü", ".א"][Int.random(in: 0..<4, using: &random)])
    }
    let program = """
      console.log(JSON.stringify(input.map(
        name => { try { return new URL("http://" + name + "/").hostname } catch { return "" } })))
      """
    let expected: [String] = try ScriptOracle.node.run(program, input: names)
    var acceptedCount = 0
    for (name, expected) in zip(names, expected) {
      guard let host = host(name) else { continue }
      acceptedCount += 1
      #expect(host == expected, "\(name.unicodeScalars.map { String($0.value, radix: 16) })")
    }
    #expect(acceptedCount > 1000)
  }

  // MARK: Requests

  @Test func `a request, a redirect and an override use the ASCII form`() async throws {
    let hosts = Record<String>()
    try await withServer { request, connection in
      hosts.append((request["host"] ?? "") + request.target)
      if request.target != "/start" { return try connection.respond(200) }
      try connection.redirect(302, to: "http://STRASSE.bücher.example:\(request["x-port"] ?? "")/end")
    } configure: {
      $0.baseURL = nil
    } test: { session, server in
      var configuration = Session.Configuration.test()
      configuration.addressOverrides = ["bücher.example", "strasse.bücher.example"].map {
        .init(host: $0, port: UInt16(server.port), addresses: ["127.0.0.1"])
      }
      let own = Session(configuration)
      let name = try #require(HTTPField.Name("X-Port"))
      let request = try own.request(
        .get, "http://bücher.example:\(server.port)/start",
        fields: [name: "\(server.port)", .authorization: "secret"])
      #expect(request.url == "http://xn--bcher-kva.example:\(server.port)/start")
      let response = try await own.send(request)
      #expect(response.url == "http://strasse.xn--bcher-kva.example:\(server.port)/end")
      _ = try await response.body.collect(upTo: 10)
      #expect(
        hosts.all == [
          "xn--bcher-kva.example:\(server.port)/start", "strasse.xn--bcher-kva.example:\(server.port)/end",
        ])
      await own.invalidate()
    }
  }

  @Test func `both spellings of a name are the same origin`() throws {
    let origins = try [
      "http://bücher.example", "http://xn--bcher-kva.example", "HTTP://B%C3%BCCHER.EXAMPLE:80",
    ]
    .map { try RequestURL($0).origin }
    #expect(Set(origins).count == 1)
    var configuration = Session.Configuration(baseURL: "http://bücher.example/")
    configuration.fields[.authorization] = "secret"
    let settings = TransferSettings(configuration, defaultFields: [:])
    #expect(settings.isBase(origins[1]))
  }
}
