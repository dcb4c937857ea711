import HTTPTypes
import SluiceBody
import SluiceCoding
import SluiceGzip
import SluiceMultipart
import SluiceSerialization
import Testing

/// The choice of the bodies that are compressed.
@Suite(.timeLimit(.minutes(5))) struct RequestCompressionTests {
  private func isCompressed(
    _ body: (any BodySource)?, type: String? = "text/plain", coding: String? = nil,
    _ compress: (inout Request) throws -> Void = { try $0.compressBody() }
  ) throws -> Bool {
    var fields = HTTPFields()
    fields[.contentType] = type
    fields[.contentEncoding] = coding
    var request = Request(
      HTTPRequest(method: .post, scheme: "http", authority: "h", path: "/", headerFields: fields), body: body)
    try compress(&request)
    let isCompressed = request.body is GzipSource
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
    #expect(
      try isCompressed(long) {
        try $0.compressBody()
        try $0.compressBody()
      })
  }

  @Test func `a request without a body is not changed`() throws { #expect(try !isCompressed(nil)) }

  @Test func `a form without a Content-Type field is compressed by its own type`() throws {
    let form = MultipartForm { Field("a", .bytes(long.bytes)) }
    #expect(try isCompressed(form, type: nil))
  }

  @Test func `compressing a missing file throws at once`() {
    #expect(throws: BodyError.self) { try isCompressed(.file(at: "/no/such/file")) }
  }
}
