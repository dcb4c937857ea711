import SluiceTestSupport
import Testing

@testable import SluiceJSON

/// The text of integers of every type, as members, as elements and within optionals.
@Suite(.timeLimit(.minutes(5))) struct JSONIntegerWritingTests {
  /// A type that writes a value and arrays of it.
  private struct Holder<Number: JSONWritable & Codable & Sendable>: Codable, JSONWritable {
    let one: Number
    let all: [Number]
    let optional: [Number?]
    let nested: [[Number]]

    func write(to writer: inout JSON.Writer) throws {
      try writer.beginObject()
      try writer.write("one", one)
      try writer.write("all", all)
      try writer.write("optional", optional)
      try writer.write("nested", nested)
      writer.endObject()
    }
  }

  private static func check<Number: FixedWidthInteger & JSONWritable & Codable & Sendable>(
    _ type: Number.Type
  ) throws {
    var numbers: [Number] = [.min, .max, 0]
    var power: Number = 1
    while true {
      for number in [power - 1, power, power &+ 1, power / 2 &* 7, power / 7] {
        numbers.append(number)
        if Number.isSigned { numbers.append(0 &- number) }
      }
      let (next, overflows) = power.multipliedReportingOverflow(by: 10)
      if overflows { break }
      power = next
    }
    var generator = SeededGenerator(seed: 41)
    for bits in 0..<Number.bitWidth {
      for _ in 0..<20 { numbers.append(Number.random(in: .min ... .max, using: &generator) >> Number(bits)) }
    }
    for count in [0, 1, 2, 15, 16, 17, 31, 32, 33, numbers.count] {
      let list = Array(numbers.prefix(count))
      let text = "[" + list.map { "\($0)" }.joined(separator: ",") + "]"
      let encoder = JSON.Encoder()
      #expect(try encoder.string(for: list) == text, "\(type)")
      #expect(try encoder.string(for: [[list], []]) == "[[\(text)],[]]", "\(type)")
      let holder = Holder(
        one: list.last ?? .max, all: list, optional: list.map { $0 == 0 ? nil : $0 },
        nested: [list, [], list])
      let optional = "[" + list.map { $0 == 0 ? "null" : "\($0)" }.joined(separator: ",") + "]"
      #expect(
        try encoder.string(for: holder)
          == #"{"one":\#(holder.one),"all":\#(text),"optional":\#(optional),"nested":[\#(text),[],\#(text)]}"#,
        "\(type)")
      #expect(try encoder.throughCodable.encode(holder) == encoder.encode(holder), "\(type)")
    }
  }

  @Test func `the smallest, the largest and other integers of every type have all their digits`() throws {
    try Self.check(Int.self)
    try Self.check(Int8.self)
    try Self.check(Int16.self)
    try Self.check(Int32.self)
    try Self.check(Int64.self)
    try Self.check(Int128.self)
    try Self.check(UInt.self)
    try Self.check(UInt8.self)
    try Self.check(UInt16.self)
    try Self.check(UInt32.self)
    try Self.check(UInt64.self)
    try Self.check(UInt128.self)
  }

  @Test func `every small integer has its digits`() throws {
    let numbers = Array(-1100...11_000)
    let text = "[" + numbers.map { "\($0)" }.joined(separator: ",") + "]"
    #expect(try JSON.Encoder().string(for: numbers) == text)
    #expect(try JSON.Encoder().string(for: numbers.map(Optional.some)) == text)
  }

  @Test func `Booleans and null are written in arrays, members and optionals`() throws {
    let holder = Holder(
      one: true, all: [true, false, false], optional: [nil, true, nil, false], nested: [[], [false], [true]])
    #expect(
      try JSON.Encoder().string(for: holder)
        == #"{"one":true,"all":[true,false,false],"optional":[null,true,null,false],"nested":[[],[false],[true]]}"#
    )
  }

  @Test func `an array of numbers that JSON cannot represent, or that is nested too deeply, has its path`()
    throws
  {
    func path(_ value: some Encodable, _ encoder: JSON.Encoder) -> String {
      do {
        return try encoder.string(for: value)
      } catch let EncodingError.invalidValue(_, context) {
        return "\(context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue })"
      } catch {
        return "\(error)"
      }
    }
    let holder = Holder(one: 1.5, all: [1, 2], optional: [nil], nested: [[1], [1, .nan, 2]])
    let encoder = JSON.Encoder()
    #expect(path(holder, encoder) == #"["nested", "1", "1"]"#)
    for depth in 0...4 {
      var encoder = JSON.Encoder()
      encoder.maximumDepth = depth
      let holder = Holder(one: 1, all: [1, 2], optional: [nil], nested: [[1], [1, 2]])
      #expect(path(holder, encoder) == path(holder, encoder.throughCodable), "\(depth)")
      #expect(path([[[1]]], encoder) == path([[[1]]], encoder.throughCodable), "\(depth)")
    }
  }

  @Test func `elements that are borrowed are all there, in order, up to an error`() throws {
    struct Stop: Error {}
    let texts = (0..<50).map { String(repeating: "\($0) ", count: $0) }
    var found: [String] = []
    texts.borrowEach { found.append($0) }
    #expect(found == texts)
    [String]().borrowEach { _ in Issue.record("There is no element.") }
    found = []
    #expect(throws: Stop.self) {
      try texts.borrowEach { if found.count == 7 { throw Stop() } else { found.append($0) } }
    }
    #expect(found == Array(texts.prefix(7)))
  }
}
