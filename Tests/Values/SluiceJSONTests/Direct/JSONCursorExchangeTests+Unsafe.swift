import SluiceJSON
import Testing

/// Types that exchange their cursor for one of another document, which would be read after it is freed.
@Suite(.timeLimit(.minutes(5))) struct JSONCursorExchangeTests {
  /// A type that decodes another document, whose type exchanges the cursors of both.
  struct Outer: JSONReadable {
    init(from decoder: any Decoder) throws {}

    init(from cursor: inout JSON.Cursor) throws {
      let isElement = cursor.count > 0
      unsafe Inner.throws = cursor.count > 1
      try unsafe withUnsafeMutablePointer(to: &cursor) {
        unsafe Inner.other = $0
        if unsafe Inner.throws {
          _ = try? JSON.Decoder().decode(Inner.self, from: "1")
          fatalError("The type continues.")
        }
        // An array reads its elements by the other of the two methods that check the cursor.
        if isElement {
          _ = try JSON.Decoder().decode([Inner].self, from: "[1]")
        } else {
          _ = try JSON.Decoder().decode(Inner.self, from: "1")
        }
      }
    }
  }

  struct Inner: JSONReadable {
    nonisolated(unsafe) static var other: UnsafeMutablePointer<JSON.Cursor>?
    nonisolated(unsafe) static var `throws` = false

    init(from decoder: any Decoder) throws {}

    init(from cursor: inout JSON.Cursor) throws {
      guard let other = unsafe Self.other else { return }
      unsafe swap(&cursor, &other.pointee)
      if unsafe Self.throws { throw cursor.corrupted("exchanged") }
    }
  }

  @Test func `a type at the root that exchanges its cursor ends the program`() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = try JSON.Decoder().decode(Outer.self, from: "[]")
    }
    #expect(result.standardErrorContent.contains("The cursor belongs to another call.".utf8))
  }

  @Test func `a type that exchanges its cursor and throws an error ends the program`() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = try JSON.Decoder().decode(Outer.self, from: "[1,2]")
    }
    #expect(result.standardErrorContent.contains("The cursor belongs to another call.".utf8))
  }

  @Test func `an element that exchanges its cursor ends the program`() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = try JSON.Decoder().decode(Outer.self, from: "[1]")
    }
    #expect(result.standardErrorContent.contains("The cursor belongs to another document.".utf8))
  }
}
