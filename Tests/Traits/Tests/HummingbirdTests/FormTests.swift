import Foundation
import Hummingbird
import HummingbirdTesting
import NIOCore
import Sluice
import SluiceHummingbird
import Testing

/// Forms in the bodies of requests.
@Suite(.timeLimit(.minutes(5))) struct FormTests {
  private struct SignUp: Decodable {
    var name: String
    var age: Int
    var picture: ReceivedFile?
  }

  private struct Reply: ResponseCodable, Equatable {
    var name: String
    var byteCount: Int
  }

  private static let picture = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }

  @Test func `a form with a large file is decoded`() async throws {
    let folder = try TestFolder()
    let file = try folder.file("picture.png", Self.picture)
    try await withServer { router in
      router.post("sign-up") { request, _ in
        let signUp = try await request.decodeForm(as: SignUp.self)
        let path = try await signUp.picture?.write(inFolder: folder.path, ifExists: .unique)
        return Reply(name: path ?? "", byteCount: signUp.age)
      }
    } _: { _, session in
      let form = MultipartForm {
        FormField("name", "Ada")
        FormField("age", "36")
        FormFile("picture", at: file)
      }
      let reply: Reply = try await session.upload(form, to: "sign-up")
      #expect(reply.byteCount == 36)
      #expect(reply.name != file)
      #expect(try Data(contentsOf: URL(filePath: reply.name)) == Data(Self.picture))
    }
  }

  @Test func `the parts of a form arrive one by one`() async throws {
    let (arrivals, arrival) = AsyncStream.makeStream(of: String.self)
    try await withServer { router in
      router.post("parts") { request, _ in
        var replies: [Reply] = []
        for try await part in try request.multipartParts() {
          arrival.yield(part.name ?? "")
          replies.append(Reply(name: part.name ?? "", byteCount: try await part.collect(upTo: 100).count))
        }
        return replies
      }
    } _: { client, _ in
      let text = try await withConnection(to: client.port ?? 0) { inbound, outbound in
        let parts = [("a", "1"), ("b", "22")].map { name, value in
          "--x\r\nContent-Disposition: form-data; name=\(name)\r\n\r\n\(value)\r\n"
        }
        let rest = parts[1] + "--x--\r\n"
        try await outbound.write(
          ByteBuffer(
            string: """
              POST /parts HTTP/1.1\r
              Host: localhost\r
              Connection: close\r
              Content-Type: multipart/form-data; boundary=x\r
              Content-Length: \(parts[0].utf8.count + rest.utf8.count)\r
              \r
              \(parts[0])
              """))
        // The second part is sent once the first one has arrived.
        var names = arrivals.makeAsyncIterator()
        #expect(await names.next() == "a")
        try await outbound.write(ByteBuffer(string: rest))
        var text = ""
        for try await buffer in inbound { text += String(buffer: buffer) }
        return text
      }
      #expect(text.hasPrefix("HTTP/1.1 200"))
      #expect(text.contains(#"{"name":"b","byteCount":2}"#) || text.contains(#"{"byteCount":2,"name":"b"}"#))
    }
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var type: String? = "multipart/form-data; boundary=x"
    var body = ""
    var status: HTTPResponse.Status
    var message: String

    static func part(_ name: String, _ value: String) -> String {
      "--x\r\nContent-Disposition: form-data; name=\(name)\r\n\r\n\(value)\r\n"
    }

    static let all = [
      Fault(testDescription: "no media type", type: nil, status: .unsupportedMediaType, message: "form-data"),
      Fault(
        testDescription: "JSON", type: "application/json", body: "{}", status: .unsupportedMediaType,
        message: "form-data"),
      Fault(
        testDescription: "not form-data", type: "multipart/mixed; boundary=x", body: "--x--",
        status: .unsupportedMediaType, message: "form-data"),
      Fault(
        testDescription: "no boundary", type: "multipart/form-data", body: "--x--", status: .badRequest,
        message: "missing-boundary"),
      Fault(
        testDescription: "cut short", body: part("name", "Ada"), status: .badRequest,
        message: "missing-closing-boundary"),
      Fault(
        testDescription: "no name", body: "--x\r\nContent-Disposition: form-data\r\n\r\nAda\r\n--x--",
        status: .badRequest, message: "missing-name"),
      Fault(
        testDescription: "not UTF-8", body: part("name", "Ada") + "--x\r\nbad header\r\n\r\n\r\n--x--",
        status: .badRequest, message: "missing-colon: part 1"),
      Fault(
        testDescription: "a missing field", body: part("name", "Ada") + "--x--", status: .badRequest,
        message: "age"),
      Fault(
        testDescription: "a field of another type", body: part("name", "Ada") + part("age", "old") + "--x--",
        status: .badRequest, message: "age"),
      Fault(
        testDescription: "too many parts",
        body: part("a", "") + part("b", "") + part("c", "") + part("d", ""),
        status: .contentTooLarge, message: "too-many-parts"),
      Fault(
        testDescription: "a text that is too large", body: part("name", String(repeating: "a", count: 101)),
        status: .contentTooLarge, message: "part-too-large"),
      Fault(
        testDescription: "a body that is too large", body: String(repeating: "a", count: 1001),
        status: .contentTooLarge, message: "body-too-large"),
    ]
  }

  @Test(arguments: Fault.all) func `a fault of the request has its status and says why`(fault: Fault)
    async throws
  {
    try await withServer { router in
      router.post("sign-up") { request, _ in
        var limits = MultipartLimits()
        limits.maximumPartCount = 3
        limits.maximumByteCount = 1000
        var decoder = FormDecoder()
        decoder.maximumTextByteCount = 100
        return try await request.decodeForm(as: SignUp.self, with: decoder, limits: limits).name
      }
    } _: { client, _ in
      var headers = HTTPFields()
      headers[.contentType] = fault.type
      let response = try await client.execute(
        uri: "/sign-up", method: .post, headers: headers, body: ByteBuffer(string: fault.body))
      #expect(response.status == fault.status)
      #expect(String(buffer: response.body).contains(fault.message))
    }
  }

  @Test func `parts of another media type are refused`() async throws {
    try await withServer { router in
      router.post("parts") { request, _ in
        try await request.multipartParts().collect(upTo: 100).count.description
      }
    } _: { client, _ in
      let response = try await client.execute(
        uri: "/parts", method: .post, headers: [.contentType: "text/plain"], body: ByteBuffer(string: "a"))
      #expect(response.status == .unsupportedMediaType)
      #expect(String(buffer: response.body).contains("not-multipart"))
    }
  }

  @Test func `a part that is read twice is an error of the program, and its text is not sent`() async throws {
    try await withServer { router in
      router.post("parts") { request, _ in
        for try await part in try request.multipartParts() {
          for _ in 0..<2 { _ = try await part.collect(upTo: 100) }
        }
        return ""
      }
    } _: { client, _ in
      let response = try await client.execute(
        uri: "/parts", method: .post, headers: [.contentType: "multipart/form-data; boundary=x"],
        body: ByteBuffer(string: Fault.part("name", "Ada") + "--x--"))
      #expect(response.status == .internalServerError)
      #expect(response.body.readableBytes == 0)
    }
  }

  @Test func `a declared length over the limit is refused before the body is sent`() async throws {
    try await withServer { router in
      router.post("parts") { request, _ in
        var limits = MultipartLimits()
        limits.maximumByteCount = 1000
        return try await request.multipartParts(limits: limits).collect(upTo: 100).count.description
      }
    } _: { client, _ in
      try await withConnection(to: client.port ?? 0) { inbound, outbound in
        try await outbound.write(
          ByteBuffer(
            string: """
              POST /parts HTTP/1.1\r
              Host: localhost\r
              Content-Type: multipart/form-data; boundary=x\r
              Content-Length: 10000000000\r
              \r

              """))
        var responses = inbound.makeAsyncIterator()
        let start = try #require(try await responses.next())
        #expect(String(buffer: start).hasPrefix("HTTP/1.1 413"))
      }
    }
  }

  @Test(arguments: ["decoded", "written"])
  func `a client that disconnects within a file leaves no file`(route: String) async throws {
    let folder = try TestFolder()
    let (ends, end) = AsyncStream.makeStream(of: Bool.self)
    try await withServer { router in
      router.post("decoded") { request, _ in
        var decoder = FormDecoder()
        decoder.maximumInMemoryFileByteCount = 0
        decoder.temporaryFolder = folder.path
        let signUp = try? await request.decodeForm(as: SignUp.self, with: decoder)
        end.yield(signUp == nil)
        return ""
      }
      router.post("written") { request, _ in
        do {
          for try await part in try request.multipartParts() {
            try await part.write(inFolder: folder.path, ifExists: .unique)
          }
          end.yield(false)
        } catch {
          end.yield(true)
        }
        return ""
      }
    } _: { client, _ in
      try await withConnection(to: client.port ?? 0) { _, outbound in
        try await outbound.write(
          ByteBuffer(
            string: """
              POST /\(route) HTTP/1.1\r
              Host: localhost\r
              Content-Type: multipart/form-data; boundary=x\r
              Content-Length: 1000000\r
              \r
              --x\r
              Content-Disposition: form-data; name=picture; filename=a.png\r
              \r
              \(String(repeating: "a", count: 200_000))
              """))
        try await until { try folder.openDescriptorCount() == 1 }
      }
      var iterator = ends.makeAsyncIterator()
      #expect(await iterator.next() == true)
      try await until { try folder.openDescriptorCount() == 0 }
      #expect(try folder.names() == [])
    }
  }
}
