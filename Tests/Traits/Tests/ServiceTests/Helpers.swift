import Foundation
import SluiceTesting
import Synchronization

/// A server whose responses wait until it is opened.
final class Gate: Sendable {
  private let requests = AsyncStream<Void>.makeStream()
  private let opening = AsyncStream<Void>.makeStream()
  let stub: StubTransport

  init() {
    stub = StubTransport { [requests, opening] _ in
      requests.continuation.yield()
      for await _ in opening.stream {}
      try Task.checkCancellation()
      return .text("done")
    }
  }

  func waitForRequest() async {
    for await _ in requests.stream { return }
  }

  func open() { opening.continuation.finish() }
}

/// Names in the order in which they were added.
final class Names: Sendable {
  private let names = Mutex<[String]>([])
  var all: [String] { names.withLock { $0 } }
  func add(_ name: String) { names.withLock { $0.append(name) } }
}

/// A folder that is removed with this object.
final class TemporaryFolder: Sendable {
  let path = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID())").path
  deinit { try? FileManager.default.removeItem(atPath: path) }
}
