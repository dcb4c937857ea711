import FoundationEssentials
import SluiceJSON
import SluiceTestSupport
import Testing

/// Values that are encoded in several steps, as class hierarchies do, compared with Foundation.
@Suite(.timeLimit(.minutes(5))) struct JSONRepeatedMemberTests {
  private func check(_ value: some Encodable, _ outcome: EncodingOutcome, _ steps: [EncodingStep]) throws {
    var encoder = JSON.Encoder()
    encoder.outputFormatting = .sortedKeys
    let foundation = JSONEncoder()
    foundation.outputFormatting = .sortedKeys
    switch outcome {
    case .same:
      let expected = String(decoding: try foundation.encode(value), as: UTF8.self)
      #expect(try encoder.string(for: value) == expected, "\(steps)")
      let unsorted = try JSON.Value(encoding: value).bytes(formatting: .sortedKeys)
      #expect(String(decoding: unsorted, as: UTF8.self) == expected, "\(steps)")
    case .refused: #expect(throws: EncodingError.self, "\(steps)") { try encoder.encode(value) }
    case .trapped: _ = try? encoder.encode(value)
    }
  }

  private class Base: Encodable {
    fileprivate enum Keys: CodingKey { case id, links, tags }
    fileprivate enum Links: CodingKey { case own, next }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(1, forKey: .id)
      var links = container.nestedContainer(keyedBy: Links.self, forKey: .links)
      try links.encode("/1", forKey: .own)
      var tags = container.nestedUnkeyedContainer(forKey: .tags)
      try tags.encode("base")
    }
  }

  private final class Derived: Base {
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: Keys.self)
      var links = container.nestedContainer(keyedBy: Links.self, forKey: .links)
      try links.encode("/2", forKey: .next)
      var tags = container.nestedUnkeyedContainer(forKey: .tags)
      try tags.encode("derived")
    }
  }

  @Test func `a subclass adds to the nested containers of its superclass, in order`() throws {
    let text = #"{"id":1,"links":{"own":"\/1","next":"\/2"},"tags":["base","derived"]}"#
    #expect(try JSON.Encoder().string(for: Derived()) == text)
    #expect(try JSON.Encoder().string(for: [Derived(), Derived()]) == "[\(text),\(text)]")
  }

  private struct Wide: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: NumberedKey.self)
      for round in 0..<2 {
        for number in 0..<2000 {
          var nested = container.nestedContainer(keyedBy: NumberedKey.self, forKey: NumberedKey(number))
          try nested.encode(round, forKey: NumberedKey(round))
        }
      }
    }
  }

  private struct NumberedKey: CodingKey {
    let number: Int
    var stringValue: String { "key\(number)" }
    var intValue: Int? { number }
    init(_ number: Int) { self.number = number }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { number = intValue }
  }

  @Test func `the members of many nested containers are kept`() throws {
    let members = (0..<2000).map { #""key\#($0)":{"key0":0,"key1":1}"# }
    #expect(try JSON.Encoder().string(for: Wide()) == "{\(members.joined(separator: ","))}")
  }

  private struct Conflict: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: NumberedKey.self)
      try container.encode([1], forKey: NumberedKey(7))
      var nested = container.nestedContainer(keyedBy: NumberedKey.self, forKey: NumberedKey(7))
      try nested.encode(1, forKey: NumberedKey(0))
    }
  }

  @Test func `a container of another kind is an error at its key`() throws {
    let error = #expect(throws: EncodingError.self) { try JSON.Encoder().encode(["outer": [Conflict()]]) }
    guard case .invalidValue(_, let context) = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["outer", "Index 0", "key7"])
  }

  @Test func `a custom strategy that encodes nothing writes an empty object, also at the root`() throws {
    var encoder = JSON.Encoder()
    encoder.dateEncodingStrategy = .custom { _, _ in }
    encoder.dataEncodingStrategy = .custom { _, _ in }
    #expect(try encoder.string(for: Date()) == "{}")
    #expect(try encoder.string(for: Data()) == "{}")
    #expect(try encoder.string(for: [Date()]) == "[{}]")
    #expect(try encoder.string(for: ["a": Data()]) == #"{"a":{}}"#)
    #expect(try encoder.string(for: Optional(Date())) == "{}")
  }

  /// Before Swift 6.3, Foundation traps in more of these orders.
  private static let comparesOrders: Bool = {
    #if compiler(>=6.3)
      true
    #else
      false
    #endif
  }()

  @Test(.enabled(if: comparesOrders, "needs the Foundation of Swift 6.3"))
  func `a member that is encoded in several steps is the same as in Foundation`() throws {
    for steps in EncodingStep.orders(of: EncodingStep.ofMembers, upTo: 3) {
      let value = MemberInSteps(steps)
      try check(value, value.outcome, steps)
    }
  }

  @Test(.enabled(if: comparesOrders, "needs the Foundation of Swift 6.3"))
  func `a value that encodes itself in several steps is the same as in Foundation`() throws {
    for steps in EncodingStep.orders(of: EncodingStep.ofWholes, upTo: 3) {
      let value = WholeInSteps(steps)
      try check(["whole": value], value.outcome(continuesContainers: true), steps)
      try check(value, value.outcome(continuesContainers: true), steps)
    }
  }
}
