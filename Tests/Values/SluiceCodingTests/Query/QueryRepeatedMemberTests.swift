import SluiceCoding
import SluiceTestSupport
import Testing

/// Values that are encoded in several steps.
@Suite(.timeLimit(.minutes(5))) struct QueryRepeatedMemberTests {
  private class Base: Encodable {
    fileprivate enum Keys: CodingKey { case links, tags }
    fileprivate enum Links: CodingKey { case own, next }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      var links = container.nestedContainer(keyedBy: Links.self, forKey: .links)
      try links.encode("1", forKey: .own)
      var tags = container.nestedUnkeyedContainer(forKey: .tags)
      try tags.encode("base")
    }
  }

  private final class Derived: Base {
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: Keys.self)
      var links = container.nestedContainer(keyedBy: Links.self, forKey: .links)
      try links.encode("2", forKey: .next)
      var tags = container.nestedUnkeyedContainer(forKey: .tags)
      try tags.encode("derived")
    }
  }

  @Test(
    arguments: [
      "brackets": (.brackets, "tags[]=base&tags[]=derived"),
      "repeated": (.repeated, "tags=base&tags=derived"),
      "indexed": (.indexed, "tags[0]=base&tags[1]=derived"), "comma": (.comma, "tags=base,derived"),
    ] as NamedCases<(Query.Arrays, String)>)
  func `a subclass adds to the nested containers of its superclass`(
    arrays: NamedCase<(Query.Arrays, String)>
  ) throws {
    var encoder = Query.Encoder()
    encoder.arrays = arrays.value.0
    let pairs = try encoder.pairs(for: Derived()).map { "\($0.name)=\($0.value ?? "")" }.joined(
      separator: "&")
    #expect(pairs == "links[own]=1&links[next]=2&\(arrays.value.1)")
  }

  @Test func `a value of another kind in the same place is an error`() throws {
    for steps in EncodingStep.orders(of: EncodingStep.ofWholes, upTo: 3) {
      let value = WholeInSteps(steps)
      guard value.outcome(continuesContainers: true) == .refused else { continue }
      #expect(throws: EncodingError.self, "\(steps)") { try Query.Encoder().encode(["whole": value]) }
    }
  }

  private struct Form: Codable, Equatable {
    var subscribes: Bool
    var isPublic: Bool
    var note: String
    var agrees: Bool?
  }

  @Test func `a checkbox is on or missing`() throws {
    var decoder = Query.Decoder()
    decoder.bools = .checkbox
    let form = try decoder.decode(Form.self, from: "subscribes=on&note=x")
    #expect(form == Form(subscribes: true, isPublic: false, note: "x", agrees: nil))
    #expect(throws: DecodingError.self) { try decoder.decode(Form.self, from: "subscribes=true&note=x") }
    #expect(throws: DecodingError.self) { try decoder.decode(Form.self, from: "subscribes=on") }
    var encoder = Query.Encoder()
    encoder.bools = .checkbox
    encoder.nils = .literal
    #expect(try encoder.string(for: form) == "subscribes=on&note=x&agrees=null")
    #expect(try Query.Decoder(reading: encoder).decode(Form.self, from: encoder.string(for: form)) == form)
    encoder.arrays = .comma
    #expect(try encoder.string(for: ["a": [true, false, true]]) == "a=on%2Con")
  }
}
