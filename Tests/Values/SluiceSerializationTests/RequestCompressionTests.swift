import HTTPTypes
import SluiceBody
import SluiceCoding
import SluiceGzip
import SluiceMultipart
import SluiceSerialization
import SluiceTestSupport
import Testing

/// The choice of the bodies that are compressed.
@Suite(.timeLimit(.minutes(5))) struct RequestCompressionTests {
  private func isCompressed(
    _ body: (any BodySource)?, type: String? = "text/plain", coding: String? = nil,
    _ compress: (inout SessionRequest) throws -> Bool = { try $0.compressBody() }
  ) throws -> Bool {
    var fields = HTTPFields()
    fields[.contentType] = type
    fields[.contentEncoding] = coding
    var request = SessionRequest(
      HTTPRequest(method: .post, scheme: "http", authority: "h", path: "/", headerFields: fields), body: body)
    let isReported = try compress(&request)
    let isCompressed = request.body?._concrete is GzipSource
    #expect(isReported == isCompressed)
    #expect(request.head.headerFields[.contentEncoding] == (isCompressed ? "gzip" : coding))
    #expect(request.head.headerFields[.contentType] == type)
    return isCompressed
  }

  private let long = BytesSource([UInt8](repeating: 0x20, count: 1024))

  @Test(
    arguments: [
      ("text/csv; charset=x", true), ("application/json", true), ("application/ld+json", true),
      ("image/svg+xml", true),
      ("application/x-www-form-urlencoded", true), ("multipart/form-data; boundary=x", true),
      ("image/png", false),
      ("application/zip", false), ("video/mp4", false), ("application/octet-stream", false),
      ("nonsense", false), (nil, false),
    ] as [(String?, Bool)]) func `only compressible media types are compressed, unless any type is allowed`(
      type: String?, isWorthIt: Bool
    ) throws
  {
    #expect(try isCompressed(long, type: type) == isWorthIt)
    #expect(
      try isCompressed(long, type: type) {
        try $0.compressBody(mediaTypes: [.any])
      })
  }

  @Test func `a body below the minimum size is not compressed`() throws {
    #expect(try !isCompressed(.bytes(long.bytes.dropLast())))
    #expect(try isCompressed(long))
    #expect(try isCompressed(.bytes([1])) { try $0.compressBody(from: 1) })
    // A body of unknown size may be large.
    #expect(try isCompressed(.async(AsyncStream<[UInt8]> { $0.finish() })))
  }

  @Test func `a body with a content coding is not compressed again`() throws {
    for coding in ["gzip", "br", "identity"] { #expect(try !isCompressed(long, coding: coding)) }
    let isTwice = try isCompressed(long) {
      let isCompressed = try $0.compressBody()
      #expect(try !$0.compressBody())
      return isCompressed
    }
    #expect(isTwice)
  }

  @Test(arguments: [("a.log", true), ("a.JSON", true), ("a.mov", false), ("a", false), ("a.gz", false)])
  func `a file without a Content-Type field is compressed by its extension`(name: String, isWorthIt: Bool)
    throws
  {
    let directory = try TemporaryDirectory()
    let file = FileSource(at: try directory.file(name, long.bytes))
    #expect(try isCompressed(file, type: nil) == isWorthIt)
    #expect(try !isCompressed(file, type: "image/png"))
    #expect(try isCompressed(file, type: "text/plain"))
  }

  @Test func `a throttled or measured file is compressed by its extension`() async throws {
    let directory = try TemporaryDirectory()
    for (name, isWorthIt) in [("a.log", true), ("a.mov", false)] {
      let file = FileSource(at: try directory.file(name, long.bytes))
      let throttled = AnyBody.throttled(file, maximumRate: 1000)
      #expect(try isCompressed(throttled, type: nil) == isWorthIt)
      #expect(try isCompressed(.throttled(throttled, maximumRate: 1000), type: nil) == isWorthIt)
      let measured = try await throttled.measured()
      #expect(try isCompressed(measured, type: nil) == isWorthIt)
    }
  }

  @Test func `a request without a body is not changed`() throws { #expect(try !isCompressed(nil)) }

  @Test func `a form without a Content-Type field is compressed by its own type`() throws {
    let form = MultipartForm { FormField("a", .bytes(long.bytes)) }
    #expect(try isCompressed(form, type: nil))
  }

  @Test func `compressing a missing file throws at once`() {
    #expect(throws: BodyError.self) { try isCompressed(.file(at: "/no/such/file")) }
  }
}
