import Sluice
import SluiceBody
import SluiceTestSupport
import SluiceTesting
import Testing

struct User: Codable, Equatable, Sendable {
  var name: String
}

extension Session {
  /// A session over a stub, with a base URL.
  static func stubbed(
    _ stub: StubTransport, _ configure: (inout Configuration) -> Void = { _ in }
  ) -> Session {
    var configuration = Configuration(baseURL: "https://api.example.com/v1/")
    configure(&configuration)
    return Session(configuration, transport: stub)
  }

  /// A session over a stub with a closure.
  static func stubbed(
    _ respond: @escaping @Sendable (RecordedRequest) async throws -> StubResponse
  ) -> Session { stubbed(StubTransport(respond)) }
}

/// Returns the code of the ``SessionError`` that a closure throws.
func code(_ body: () async throws -> Void) async throws -> ErrorCode? {
  do {
    try await body()
    return nil
  } catch let error as SessionError {
    return error.code
  }
}

/// Bytes that do not repeat in a simple pattern.
func patternedBytes(_ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: $0 * 31 + $0 >> 8) }
}

/// Suspends until the task is cancelled, and notes it.
func untilCancelled(_ event: Event) async throws {
  do { try await Task.sleep(for: .seconds(3600)) } catch {
    event.happen()
    throw error
  }
}
