public import SluiceSerialization
import Testing

/// A program's own conformance of `Optional`, which compiles only if the library has none.
@Suite(.timeLimit(.minutes(5))) struct OptionalConformanceTests {
  @Test func `an optional can supply its own value for an empty body`() async throws {
    let decoder = ResponseDecoder.json(Volume?.self).map { $0?.level ?? 0 }
    #expect(try await decoder.outcome(204, nil, "") == .value("5"))
    #expect(try await decoder.outcome(200, "text/json", "null") == .value("0"))
  }
}

/// The volume of a player.
public struct Volume: Decodable, Sendable {
  var level: Int
}

extension Optional: EmptyBodyConvertible where Wrapped == Volume {
  /// The volume that a server without one has.
  public static var emptyBodyOutput: Volume? { Volume(level: 5) }
}
