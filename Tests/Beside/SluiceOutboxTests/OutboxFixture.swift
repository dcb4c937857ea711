import FoundationEssentials
import HTTPTypes
import Sluice
import SluiceBody
import SluiceTestSupport
import SluiceTesting
import Testing

@testable import SluiceOutbox

/// A folder for an outbox, and a stub in place of the server.
final class OutboxFixture: Sendable {
  let directory: TemporaryDirectory
  let stub: StubTransport
  let session: Session
  let configuration: Outbox.Configuration

  var folder: String { directory.path("outbox") }

  /// - Parameters:
  ///   - retries: The maximum number of retries.
  ///   - delay: The delay before the first retry.
  ///   - respond: Answers each request. Defaults to 200.
  init(
    retries: Int = 100, delay: Duration = .zero, sessionConfiguration: Session.Configuration = .init(),
    _ respond: @escaping @Sendable (RecordedRequest) async throws -> StubResponse = { _ in .status(.ok) }
  ) throws {
    directory = try TemporaryDirectory(inMemory: true)
    stub = StubTransport(respond)
    session = Session(sessionConfiguration, transport: stub)
    var configuration = Outbox.Configuration()
    configuration.retries.maximumCount = retries
    configuration.retries.initialDelay = delay
    self.configuration = configuration
  }

  func outbox(_ change: (inout Outbox.Configuration) -> Void = { _ in }) throws -> Outbox {
    var configuration = configuration
    change(&configuration)
    return try Outbox(folder: folder, configuration)
  }

  /// Opens the outbox with few names in a page, so that a few entries need several pages.
  func outbox(
    namesInPage limit: Int, _ change: (inout Outbox.Configuration) -> Void = { _ in }
  ) throws -> Outbox {
    var configuration = configuration
    change(&configuration)
    return Outbox(try EntryStore(folder, pageLimit: limit), configuration)
  }

  /// Runs the outbox until it is idle, and returns the descriptions of the events.
  func run(_ outbox: Outbox) async throws -> [String] {
    var events: [String] = []
    for try await event in outbox.run(with: session, untilIdle: true) { events.append(event.text) }
    return events
  }

  var bodies: [String] { stub.requests.map(\.text) }
  var keys: [String?] { stub.requests.map { $0.fields[.idempotencyKey] } }

  /// Returns the paths of all files in a folder of the outbox, relative to it.
  func files(_ area: String) throws -> [String] {
    let root = "\(folder)/\(area)"
    return try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.utf8.count > 2 }.sorted()
  }
}

extension HTTPField.Name {
  static var idempotencyKey: HTTPField.Name { HTTPField.Name("Idempotency-Key") ?? .expect }
}

extension SessionRequest {
  /// A POST of a text.
  static func post(_ body: String, path: String = "/events") -> SessionRequest {
    SessionRequest(
      HTTPRequest(method: .post, scheme: "https", authority: "api.example.com", path: path),
      body: .text(body))
  }
}

extension Outbox.Event {
  /// The kind and the path of the URL, or the error.
  var text: String {
    switch self {
    case .delivered(let entry, let response): "delivered \(entry.path) \(response.status.code)"
    case .failed(let entry, _, _): "failed \(entry.path) \(entry.attempts): \(entry.lastError ?? "")"
    case .died(let entry, _): "died \(entry.path) \(entry.attempts): \(entry.lastError ?? "")"
    case .setAside(_, let error): "set aside: \(error.code)"
    case .skipped(_, let error, _): "skipped: \((error as? BodyError).map { "\($0.code)" } ?? "\(error)")"
    }
  }
}

extension Outbox.Entry {
  var path: Substring { url.dropFirst("https://api.example.com".count) }
}

extension AsyncSequence {
  /// All elements.
  func collected() async throws -> [Element] {
    var elements: [Element] = []
    for try await element in self { elements.append(element) }
    return elements
  }
}
