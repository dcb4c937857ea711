import FoundationEssentials
import SluiceCoding
import SluiceTestSupport
import Testing

/// Values that are encoded in several steps, as class hierarchies do, compared with Foundation.
@Suite(.timeLimit(.minutes(5))) struct PropertyListRepeatedMemberTests {
  private func check(_ value: some Encodable, _ outcome: EncodingOutcome, _ steps: [EncodingStep]) throws {
    var encoder = PropertyList.Encoder()
    encoder.outputFormat = .xml
    encoder.outputFormatting = .sortedKeys
    switch outcome {
    case .same:
      let foundation = PropertyListEncoder()
      foundation.outputFormat = .xml
      let expected = String(decoding: try foundation.encode(value), as: UTF8.self)
      #expect(String(decoding: try encoder.encode(value), as: UTF8.self) == expected, "\(steps)")
    case .refused: #expect(throws: EncodingError.self, "\(steps)") { try encoder.encode(value) }
    case .trapped: _ = try? encoder.encode(value)
    }
  }

  @Test func `a member that is encoded in several steps is the same as in Foundation`() throws {
    for steps in EncodingStep.orders(of: EncodingStep.ofMembers, upTo: 3) {
      let value = MemberInSteps(steps)
      try check(value, value.outcome, steps)
    }
  }

  @Test func `a value that encodes itself in several steps is the same as in Foundation`() throws {
    for steps in EncodingStep.orders(of: EncodingStep.ofWholes, upTo: 3) {
      let value = WholeInSteps(steps)
      try check(["whole": value], value.outcome(continuesContainers: false), steps)
    }
  }

  private struct Settings: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: NumberedKey.self)
      let value: PropertyList.Value = ["a": 1, "list": [1, 2]]
      try container.encode(value, forKey: NumberedKey(1))
      var nested = container.nestedContainer(keyedBy: NumberedKey.self, forKey: NumberedKey(1))
      try nested.encode(true, forKey: NumberedKey(2))
    }
  }

  @Test func `a nested container adds to a property list value`() throws {
    #expect(
      try PropertyList.read(PropertyList.Encoder().encode(Settings())) == [
        "key1": ["a": 1, "list": [1, 2], "key2": true]
      ])
  }

  private struct NumberedKey: CodingKey, Equatable {
    let number: Int
    var stringValue: String { "key\(number)" }
    var intValue: Int? { number }
    init(_ number: Int) { self.number = number }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { number = intValue }
  }

  private struct Asking: Encodable {
    let ask: @Sendable ([any CodingKey]) -> Void

    func encode(to encoder: any Encoder) throws {
      ask(encoder.codingPath)
      try 1.encode(to: encoder)
    }
  }

  private struct Keyed: Encodable {
    let value: Asking

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: NumberedKey.self)
      var nested = container.nestedContainer(keyedBy: NumberedKey.self, forKey: NumberedKey(3))
      var list = nested.nestedUnkeyedContainer(forKey: NumberedKey(4))
      try list.encode(value)
    }
  }

  @Test(arguments: ["property list", "query"])
  func `a coding path has the keys of the type, with their integers`(format: String) throws {
    let value = Keyed(
      value: Asking { path in
        #expect(path.map(\.intValue) == [3, 4, 0])
        #expect(path.prefix(2).map { $0 as? NumberedKey } == [NumberedKey(3), NumberedKey(4)])
      })
    _ =
      format == "query"
      ? try Query.Encoder().encode(value) : try PropertyList.Encoder().encode(value)
  }
}
