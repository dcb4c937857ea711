import FoundationEssentials
import SluiceCoding
import Testing

/// References with interpolated values.
@Suite(.timeLimit(.minutes(5))) struct ReferenceTests {
  @Test func `a literal, a text and a URL are references as they stand`() throws {
    #expect(("users/1?a=b c#d" as Reference).text == "users/1?a=b c#d")
    #expect(Reference("../%2e/\u{0}").text == "../%2e/\u{0}" && Reference("../").problem == nil)
    let url = try #require(URL(string: "https://h/a%20b?c"))
    #expect(Reference(url).text == "https://h/a%20b?c")
  }

  @Test(arguments: [
    ("a b", "a%20b"), ("a/b", "a%2Fb"), ("../admin", "..%2Fadmin"), (#"..\admin"#, "..%5Cadmin"),
    ("a?b#c&d=e;f", "a%3Fb%23c%26d%3De%3Bf"), ("%2e%2e", "%252e%252e"), ("é", "%C3%A9"),
    ("a:b@c", "a%3Ab%40c"),
    ("\r\nHost: x", "%0D%0AHost%3A%20x"), ("\u{0}", "%00"), ("-._~09azAZ", "-._~09azAZ"), ("...", "..."),
    ("e\u{301}/", "e%CC%81%2F"), (".\u{301}", ".%CC%81"),
  ])
  func `an interpolated value is one piece`(value: String, escaped: String) {
    let substring = value[...]
    for reference: Reference in ["users/\(value)/keys?a=\(substring)#x", "users/\(value)/keys?a=\(value)#x"] {
      #expect(reference.text == "users/\(escaped)/keys?a=\(escaped)#x" && reference.problem == nil)
    }
    let absolute: Reference = "https://h/\(value)"
    #expect(absolute.text == "https://h/\(escaped)" && absolute.problem == nil)
  }

  @Test func `numbers and UUIDs are inserted as their descriptions`() {
    let id = UUID()
    let reference: Reference = "users/\(-1)/\(id)"
    #expect(reference.text == "users/-1/\(id)")
  }

  @Test(arguments: ["", ".", ".."])
  func `a value is not an empty or a dot segment`(value: String) {
    let references: [Reference] = [
      "\(value)", "/\(value)", "users/\(value)", "users/\(value)/keys", "users/\(value)?all",
      "users/\(value)#top",
      "https://h/\(value)", "https://h/\(value)/x", "//h/\(value)", "\(value)/users", "/\(value)/users",
      "https:\(value)", "users/\(raw: value)\("")", "users/\(value)/\("a")",
    ]
    for reference in references {
      #expect(reference.problem?.contains("interpolated") == true, "\(reference)")
    }
  }

  @Test(
    arguments: [
      ".\(".")", "\(".")\(".")", "a/\("")\("")", "a/%2e\(".")", "a/\(".")%2E/b", "a/%2E%2e\("")", "a/\("").",
      "\(""):x/..\("")",
    ] as [Reference])
  func `nor are several pieces together`(reference: Reference) { #expect(reference.problem != nil) }

  @Test(
    arguments: [
      "a.\("")", "\("").json", "a/..\(".")", "a/b\("..")", "?q=\("")", "a?q=\(".")&r=\("..")", "a#\("")",
      "https://\("h"):\(80)/", "a/../\("b")", "//\("h")", "a/\(raw: "..")/b", "a/\(raw: "")/b",
    ] as [Reference])
  func `other empty and dot values are harmless`(reference: Reference) { #expect(reference.problem == nil) }

  @Test func `an empty value does not make an authority`() {
    #expect(("/\("")/h/a" as Reference).problem != nil)
    #expect(("/\("")\("")/h/a" as Reference).problem != nil)
  }

  @Test func `a URL at the start is inserted with raw only`() throws {
    let url = "https://h"
    let mistaken: Reference = "\(url)/users"
    #expect(mistaken.problem?.contains(#"\(raw: url)"#) == true)
    #expect(mistaken.problem?.contains("https") == false)
    #expect(("\(try #require(URL(string: url)))" as Reference).problem != nil)
    let raw: Reference = "\(raw: url)/users/\("a b")"
    #expect(raw.text == "https://h/users/a%20b" && raw.problem == nil)
    let later: Reference = "login?next=\(url)"
    #expect(later.text == "login?next=https%3A%2F%2Fh" && later.problem == nil)
  }

  @Test func `a reference is inserted as it stands, with its problem`() {
    let folder: Reference = "users/\("a b")"
    #expect(("\(folder)/keys" as Reference).text == "users/a%20b/keys")
    let harmful: Reference = "users/\("..")"
    #expect(("\(harmful)/keys" as Reference).problem == harmful.problem && harmful.problem != nil)
  }

  @Test func `a value cannot change the host, a scheme or a port`() {
    let reference: Reference = "https://\("evil.example/@h")/a"
    #expect(URIReference(reference.text).authority == "evil.example%2F%40h")
    let custom: Reference = "users/\("https://evil.example")"
    #expect(custom.text == "users/https%3A%2F%2Fevil.example")
    #expect(("\("javascript:alert")/a" as Reference).text == "javascript%3Aalert/a")
  }

  @Test func `random values leave the structure of a reference`() {
    var random = SystemRandomNumberGenerator()
    let alphabet = Array("./\\%2eE?#&=:;@ a\u{0}é\u{301}")
    for _ in 0..<5000 {
      let values = (0..<3).map { _ in
        String(
          (0..<Int.random(in: 0..<5, using: &random)).compactMap { _ in alphabet.randomElement(using: &random)
          })
      }
      let reference: Reference = "https://h/v1/\(values[0])/x\(values[1])/y?q=\(values[2])#f"
      guard reference.problem == nil else {
        #expect(["", ".", ".."].contains(values[0]))
        continue
      }
      let parts = URIReference(reference.text).resolved(against: URIReference("https://h/v1/"))
      #expect(parts.scheme == "https" && parts.authority == "h" && parts.fragment == "f")
      #expect(parts.path.hasPrefix("/v1/") && parts.path.utf8.split(separator: UInt8(ascii: "/")).count == 4)
      #expect(parts.query?.hasPrefix("q=") == true && parts.query?.utf8.contains(UInt8(ascii: "&")) == false)
    }
  }
}
