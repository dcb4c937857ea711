import HTTPTypes
import SluiceCoding
import SluiceSerialization
import Testing

/// The links of all `Link` fields of a response.
@Suite(.timeLimit(.minutes(5))) struct LinkFieldTests {
  private func fields(_ fields: (name: String, value: String)...) throws -> HTTPFields {
    try HTTPFields(
      fields.map { HTTPField(name: try #require(HTTPField.Name($0.name)), value: $0.value) })
  }

  @Test func `the links of several fields are in order`() throws {
    let fields = try fields(
      ("Link", "</1>; rel=prev, </3>; rel=\"next\""), ("X-Link", "</x>; rel=next"), ("LINK", "</9>; rel=last")
    )
    #expect(fields.links.map(\.target) == ["/1", "/3", "/9"])
    #expect(fields.link("next")?.target == "/3")
    #expect(fields.link("up") == nil)
  }

  @Test func `a mistake in one field does not affect the next`() throws {
    let fields = try fields(
      ("Link", "</1>; title=\"open"), ("Link", "oops, </2>; rel=x"), ("link", "</3>; rel=next"))
    #expect(fields.links.map(\.target) == ["/1", "/3"])
    #expect(fields.link("next")?.target == "/3")
  }

  @Test func `a target that is not UTF-8 keeps its bytes`() throws {
    let name = try #require(HTTPField.Name("Link"))
    let value = Array("</x".utf8) + [0xF8] + Array("/\u{E9}>; rel=next; title=\"".utf8) + [0xE9, 0x22]
    let fields = HTTPFields([HTTPField(name: name, value: value)])
    #expect(fields.links.map(\.target) == ["/x%F8/%C3%A9"])
  }

  @Test func `a response without links has none`() throws {
    #expect(HTTPFields().links.isEmpty)
    #expect(try fields(("Link", "")).links.isEmpty)
  }
}
