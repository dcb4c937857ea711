import SluiceJSON
import Synchronization
import Testing

/// Values that are moved to the caller after they have been read.
@Suite(.timeLimit(.minutes(5)), .serialized) struct JSONMovedValuesTests {
  private static let existing = Atomic(0)

  /// An object whose existing instances are counted.
  private final class Counted: Decodable, Sendable {
    let number: Int

    init(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self)
      existing.add(1, ordering: .relaxed)
    }

    deinit { existing.subtract(1, ordering: .relaxed) }
  }

  /// A value that is too large to be copied.
  private struct Large: Decodable, JSONReadable {
    var first: Counted
    var text: String
    var numbers: [Int]
    var last: [Counted]

    init(from cursor: inout JSON.Cursor) throws {
      try cursor.beginObject()
      first = try cursor.read("first")
      text = try cursor.read("text")
      numbers = try cursor.read("numbers")
      last = try cursor.read("last")
    }
  }

  @Test func `a large value that reads itself is released once`() throws {
    for _ in 0..<3 {
      do {
        let document = #"{"first":1,"text":"more than fifteen bytes","numbers":[1,2],"last":[2,3]}"#
        let value = try JSON.Decoder().decode(Large.self, from: document)
        #expect(value.first.number == 1 && value.last.map(\.number) == [2, 3] && value.numbers == [1, 2])
        #expect(value.text == "more than fifteen bytes")
        #expect(Self.existing.load(ordering: .relaxed) == 3)
      }
      #expect(Self.existing.load(ordering: .relaxed) == 0)
    }
  }

  @Test(arguments: [
    #"{"first":1,"text":"","numbers":[],"last":[2,"x"]}"#, #"{"first":1,"text":2}"#, #"{"first":"x"}"#,
  ])
  func `what was read before an error is released`(document: String) {
    #expect(throws: DecodingError.self) { try JSON.Decoder().decode(Large.self, from: document) }
    #expect(Self.existing.load(ordering: .relaxed) == 0)
  }

  @Test(arguments: [0, 1, 2, 100]) func `the elements of an array are released once`(count: Int) throws {
    let text = (0..<count).map(String.init).joined(separator: ",")
    do {
      let values = try JSON.Decoder().decode([Counted].self, from: "[\(text)]")
      #expect(values.map(\.number) == Array(0..<count))
      #expect(Self.existing.load(ordering: .relaxed) == count)
    }
    #expect(Self.existing.load(ordering: .relaxed) == 0)
    #expect(throws: DecodingError.self) {
      try JSON.Decoder().decode([Counted].self, from: count == 0 ? "[null]" : "[\(text),null]")
    }
    #expect(Self.existing.load(ordering: .relaxed) == 0)
  }
}
