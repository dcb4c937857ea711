import Foundation
import Sluice
import SluiceBody
import SluiceFoundation
import SluiceTestSupport
import SluiceTesting
import Testing

/// Notifications about transfers.
@Suite(.timeLimit(.minutes(5))) struct NotificationMonitorTests {
  private struct User: Codable, Equatable {
    var name: String
  }

  /// Records the notifications of a center.
  private final class Observer: Sendable {
    struct Seen: Sendable {
      let name: String
      let content: TransferNotification?
      let monitor: ObjectIdentifier?
    }

    let center = NotificationCenter()
    private let all = Lock<[Seen]>([])

    var seen: [Seen] { all.withLock { $0 } }
    /// The names without their prefix.
    var names: [String] { seen.map(\.name) }

    init() {
      for name in [
        TransferNotification.didResume, TransferNotification.didSuspend, TransferNotification.didComplete,
      ] {
        _ = center.addObserver(forName: name, object: nil, queue: nil) { [all] notification in
          let seen = Seen(
            name: String(notification.name.rawValue.dropFirst("SluiceTransfer".count)),
            content: TransferNotification(notification),
            monitor: (notification.object as? NotificationMonitor).map { ObjectIdentifier($0) })
          all.withLock { $0.append(seen) }
        }
      }
    }
  }

  private func session(
    _ monitor: NotificationMonitor,
    _ respond: @escaping @Sendable (RecordedRequest) async throws -> StubResponse
  ) -> Session {
    var configuration = Session.Configuration(baseURL: "https://api.example.com/")
    configuration.monitors = [monitor]
    configuration.retries = .never
    return Session(configuration, transport: StubTransport(respond))
  }

  @Test func `a transfer resumes and completes, with its value`() async throws {
    let observer = Observer()
    let monitor = NotificationMonitor(observer.center)
    let session = session(monitor) { _ in try .json(User(name: "Ann"), fields: [.setCookie: "SECRET"]) }
    let user = try await session.get("users/1?SECRET", decoding: .json(User.self))
    #expect(user == User(name: "Ann"))
    #expect(observer.names == ["DidResume", "DidComplete"])
    let (first, last) = (try #require(observer.seen.first), try #require(observer.seen.last))
    #expect(first.monitor == ObjectIdentifier(monitor) && last.monitor == first.monitor)
    let begun = try #require(first.content)
    #expect(begun.request.path == "/users/1" && begun.response == nil && begun.value == nil)
    let ended = try #require(last.content)
    #expect(ended.transfer == begun.transfer && ended.response?.status == .ok && ended.error == nil)
    #expect(ended.response?.headerFields[.setCookie] == "(hidden)")
    #expect(ended.value as? User == user && ended.decoder == "ResponseDecoder<User>" && ended.filePath == nil)
  }

  @Test func `a failure has its error and response, and no value`() async throws {
    let observer = Observer()
    let session = session(NotificationMonitor(observer.center, queries: .full)) { _ in .status(.notFound) }
    _ = try? await session.get("a?b=c", decoding: .bytes)
    let last = try #require(observer.seen.last?.content)
    #expect((last.error as? ResponseError)?.code == .unacceptableStatus)
    #expect(last.response?.status == .notFound && last.value == nil && last.decoder == nil)
    #expect(last.request.path == "/a?b=c")
  }

  @Test func `a download has the path of its file`() async throws {
    let folder = try TemporaryDirectory(inMemory: true)
    let observer = Observer()
    let session = session(NotificationMonitor(observer.center)) { _ in .text("content") }
    try await session.download("a", to: .file(folder.path("file")))
    let last = try #require(observer.seen.last?.content)
    #expect(last.filePath == folder.path("file") && last.decoder == nil)
    #expect((last.value as? DownloadedFile)?.byteCount == 7)
  }

  @Test func `suspending and resuming a transfer is posted, once for nested ones`() async throws {
    let (observer, begun, goOn) = (Observer(), Event(), Event())
    let session = session(NotificationMonitor(observer.center)) { _ in
      begun.happen()
      return .body(ScriptedSource([.wait(goOn), .bytes(count: 1)]))
    }
    let transfer = session.transfer(try session.request(.get, "a"), decoding: ResponseDecoder.bytes)
    transfer.start()
    // A transfer that is suspended and resumed before it has begun posts neither.
    try await begun.wait()
    #expect(await eventually { observer.names == ["DidResume"] })
    for _ in 0..<2 { transfer.suspend() }
    for _ in 0..<2 { transfer.resume() }
    goOn.happen()
    _ = try await transfer.value
    #expect(observer.names == ["DidResume", "DidSuspend", "DidResume", "DidComplete"])
    #expect(Set(observer.seen.map { $0.content?.transfer }) == [transfer.id])
  }

  @Test func `transfers of several sessions have different identifiers`() async throws {
    let observer = Observer()
    let monitors = (0..<2).map { _ in NotificationMonitor(observer.center) }
    for monitor in monitors {
      _ = try await session(monitor) { _ in .text("x") }.get("a", decoding: .bytes)
    }
    #expect(Set(observer.seen.map { $0.content?.transfer }).count == 2)
    #expect(
      observer.seen.map(\.monitor) == monitors.flatMap { [ObjectIdentifier($0), ObjectIdentifier($0)] })
  }

  @Test func `another notification says nothing about a transfer`() {
    #expect(TransferNotification(Notification(name: TransferNotification.didComplete)) == nil)
    let other = Notification(
      name: TransferNotification.didComplete, object: nil, userInfo: ["SluiceTransfer": "text"])
    #expect(TransferNotification(other) == nil)
  }
}
