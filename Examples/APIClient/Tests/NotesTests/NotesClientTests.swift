import FoundationEssentials
import Sluice
import SluiceTesting
import Testing

@testable import Notes

/// The client over a stub, without a network.
@Suite(.timeLimit(.minutes(1))) struct NotesClientTests {
  @Test func `a note is decoded`() async throws {
    let note = try await client(StubTransport([.json(milk)])).note(1)
    #expect(note.title == "Groceries" && note.updatedAt == Date(timeIntervalSince1970: 1_767_323_045))
  }

  @Test func `a failure is decoded`() async throws {
    let failure = ["code": "not_found", "message": "There is no such note."]
    let stub = try StubTransport([.json(failure, status: .notFound)])
    let error = await #expect(throws: ResponseError.self) { try await client(stub).delete(1) }
    #expect(error?.head.status == .notFound)
    #expect(error?.underlying as? APIError == APIError(code: "not_found", message: "There is no such note."))
  }

  @Test func `failed requests are sent again`() async throws {
    let retries = Retries()
    let stub = try StubTransport([
      .failure(.connectionLost), .status(.serviceUnavailable), .status(.init(code: 423)), .json(milk),
    ])
    let notes = client(stub) {
      $0.retries.jitter = 0
      $0.monitors = [retries]
    }
    #expect(try await notes.note(1).text == "Milk")
    #expect(retries.reasons == ["connection-lost", "503", "423"])
    #expect(retries.delays == [.milliseconds(1), .milliseconds(2), .milliseconds(100)])
  }

  @Test func `the request for a new note is sent again with the same key`() async throws {
    let stub = try StubTransport([.status(.badGateway), .json(milk, status: .created)])
    #expect(try await client(stub).create("Groceries", text: "Milk").id == 1)
    let keys = stub.requests.map { $0.fields[.idempotencyKey] }
    #expect(keys.count == 2 && keys[0] == keys[1] && keys[0] != nil)
    #expect(try stub.requests[1].json([String: String].self) == ["title": "Groceries", "text": "Milk"])
  }

  @Test func `a file is sent in a form, and only once`() async throws {
    let stub = StubTransport([.status(.badGateway)])
    await #expect(throws: ResponseError.self) { try await client(stub).attach(fileAt: #filePath, to: 1) }
    #expect(stub.requests.map(\.description) == ["POST /v1/notes/1/attachments"])
    #expect(stub.requests[0].text.contains(#"name="file"; filename="NotesClientTests.swift""#))
  }

  @Test func `pages follow the links of the API`() async throws {
    let stub = StubTransport { request in
      switch request.query {
      case "text=Milk%20%26%20honey": try .json([milk, milk], fields: [.link: "<?page=2>; rel=next"])
      case "page=2": try .json([milk, milk], fields: [.link: #"</v1/notes?page=3>; rel="last next""#])
      default: try .json([milk])
      }
    }
    var counts: [Int] = []
    for try await page in client(stub).search("Milk & honey") { counts.append(page.value.count) }
    #expect(counts == [2, 2, 1])
    #expect(stub.requests.map(\.query) == ["text=Milk%20%26%20honey", "page=2", "page=3"])
  }

  @Test func `only the version of a note that was read is changed`() async throws {
    let stub = try StubTransport([.json(milk, fields: [.eTag: #""v1""#]), .status(.preconditionFailed)])
    let error = await #expect(throws: ResponseError.self) {
      try await client(stub).edit(1) { $0.text = "Tea" }
    }
    #expect(error?.head.status == .preconditionFailed)
    #expect(stub.requests.map(\.method) == [.get, .put] && stub.requests[1].fields[.ifMatch] == #""v1""#)
    let sent = try stub.requests[1].json(JSON.Value.self)
    #expect(sent["text"] == "Tea" && sent["updated_at"] == milk["updated_at"])
  }

  @Test func `a response that stops is requested again, and then fails`() async throws {
    let stub = StubTransport { _ in try .json(milk).stalling(afterBodyBytes: 10) }
    let notes = client(stub) {
      $0.idleTimeout = .milliseconds(50)
      $0.retries.maximumCount = 1
    }
    let error = await #expect(throws: SessionError.self) { try await notes.note(1) }
    #expect(error?.code == .timedOut && stub.requests.count == 2)
  }
}
