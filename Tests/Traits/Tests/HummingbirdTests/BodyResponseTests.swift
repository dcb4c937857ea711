import Foundation
import Hummingbird
import HummingbirdTesting
import NIOCore
import Sluice
import SluiceHummingbird
import Testing

/// Any body as a response.
@Suite(.timeLimit(.minutes(5))) struct BodyResponseTests {
  @Test(arguments: [HTTPRequest.Method.get, .head])
  func `a body has its exact length and media type`(method: HTTPRequest.Method) async throws {
    let form = MultipartForm { FormField("title", "Holiday") }
    try await withServer { router in
      router.get("form") { _, _ in BodyResponse(form) }
    } _: { client, _ in
      let response = try await client.execute(uri: "/form", method: method)
      #expect(response.status == .ok)
      let byteCount = try #require(try form.byteCount)
      #expect(response.headers[.contentLength] == "\(byteCount)")
      #expect(response.headers[.contentType] == form.contentType)
      if method == .head { return #expect(response.body.readableBytes == 0) }
      let parts = try await MultipartReader(
        response.body.readableBytesView, contentType: form.contentType ?? ""
      ).collect(upTo: 100)
      #expect(parts.map(\.bytes) == [Array("Holiday".utf8)])
    }
  }

  @Test func `a body of unknown length is sent in chunks`() async throws {
    try await withServer { router in
      router.get("stream") { _, _ in
        BodyResponse(
          .async(
            AsyncStream<[UInt8]> { continuation in
              for byte: UInt8 in 0..<3 { continuation.yield([byte]) }
              continuation.finish()
            }))
      }
    } _: { client, _ in
      let response = try await client.execute(uri: "/stream", method: .get)
      #expect(response.headers[.contentLength] == nil)
      #expect(response.headers[.contentType] == "application/octet-stream")
      #expect(Array(response.body.readableBytesView) == [0, 1, 2])
    }
  }

  @Test func `the status and the fields can be edited`() async throws {
    try await withServer { router in
      router.get("made") { _, _ in
        EditedResponse(
          status: .created, headers: [.contentType: "text/plain"], response: BodyResponse(.text("made")))
      }
    } _: { client, _ in
      let response = try await client.execute(uri: "/made", method: .get)
      #expect(response.status == .created)
      #expect(response.headers[.contentType] == "text/plain")
      #expect(response.headers[.contentLength] == "4")
    }
  }

  @Test(arguments: ["failing", "short"])
  func `a body that fails is not taken for complete`(route: String) async throws {
    try await withServer { router in
      router.get("failing") { _, _ in
        BodyResponse(
          .async(
            AsyncThrowingStream<[UInt8], any Error> { continuation in
              continuation.yield([1])
              continuation.finish(throwing: CancellationError())
            }))
      }
      router.get("short") { _, _ in
        BodyResponse(.async(AsyncStream<[UInt8]> { $0.finish() }, byteCount: 5))
      }
    } _: { _, session in
      _ = await #expect(throws: SessionError.self) { try await session.get(.init(route), decoding: .bytes) }
    }
  }

  @Test func `a file that is missing is an error before the head is sent`() async throws {
    try await withServer { router in
      router.get("missing") { _, _ in BodyResponse(.file(at: "/nonexistent")) }
    } _: { client, _ in
      let response = try await client.execute(uri: "/missing", method: .get)
      #expect(response.status == .internalServerError)
    }
  }
}
