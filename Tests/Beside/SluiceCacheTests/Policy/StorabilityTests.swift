import HTTPTypes
import SluiceTestSupport
import Testing

@testable import SluiceCache

@Suite(.timeLimit(.minutes(1))) struct StorabilityTests {
  struct Case: Sendable {
    var status: HTTPResponse.Status = .ok
    var fields: [(String, String)]
    var request: [(String, String)] = []
    let isStored: Bool
  }

  @Test(
    arguments: [
      "max-age": Case(fields: [("Cache-Control", "max-age=1")], isStored: true),
      "Expires": Case(fields: [("Expires", "Sun, 06 Nov 2094 08:49:37 GMT")], isStored: true),
      "a tag": Case(fields: [("ETag", "\"a\"")], isStored: true),
      "a date": Case(fields: [("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT")], isStored: true),
      "nothing to use it by": Case(fields: [], isStored: false),
      "no lifetime, and no validator": Case(fields: [("Cache-Control", "no-cache")], isStored: false),
      "no-cache, and no validator": Case(
        fields: [("Cache-Control", "no-cache, max-age=9, stale-if-error=9")], isStored: false),
      "no-cache with a tag": Case(
        fields: [("Cache-Control", "no-cache"), ("ETag", "\"a\"")], isStored: true),
      "no-store": Case(fields: [("Cache-Control", "max-age=9, no-store")], isStored: false),
      "no-store in the request": Case(
        fields: [("Cache-Control", "max-age=9")], request: [("Cache-Control", "no-store")], isStored: false),
      "must-understand and a known status": Case(
        fields: [("Cache-Control", "max-age=9, no-store, must-understand")], isStored: true),
      "must-understand and another status": Case(
        status: .init(code: 299), fields: [("Cache-Control", "max-age=9, must-understand")], isStored: false),
      "private": Case(fields: [("Cache-Control", "private, max-age=9")], isStored: true),
      "Vary is *": Case(fields: [("Cache-Control", "max-age=9"), ("Vary", "*")], isStored: false),
      "an error with a lifetime": Case(
        status: .internalServerError, fields: [("Cache-Control", "max-age=9")], isStored: true),
      "an error with a tag": Case(status: .internalServerError, fields: [("ETag", "\"a\"")], isStored: false),
      "a public error": Case(
        status: .internalServerError, fields: [("Cache-Control", "public"), ("ETag", "\"a\"")], isStored: true
      ),
      "a private error": Case(
        status: .internalServerError, fields: [("Cache-Control", "private"), ("ETag", "\"a\"")],
        isStored: true),
      "a challenge of a proxy": Case(
        status: .proxyAuthenticationRequired, fields: [("Cache-Control", "max-age=9")], isStored: false),
      "a range outside": Case(
        status: .rangeNotSatisfiable, fields: [("Cache-Control", "max-age=9")], isStored: false),
      "a challenge": Case(status: .unauthorized, fields: [("Cache-Control", "max-age=9")], isStored: false),
      "not modified": Case(status: .notModified, fields: [("Cache-Control", "max-age=9")], isStored: false),
      "a redirect with a lifetime": Case(
        status: .found, fields: [("Cache-Control", "max-age=9")], isStored: true),
      "an event stream": Case(
        fields: [("Cache-Control", "max-age=9"), ("Content-Type", "Text/Event-Stream; x=y")], isStored: false),
      "a range": Case(
        status: .partialContent, fields: [("Cache-Control", "max-age=9"), ("Content-Range", "bytes 1-2/9")],
        isStored: true),
      "a 206 without its range": Case(
        status: .partialContent, fields: [("Cache-Control", "max-age=9")], isStored: false),
    ] as NamedCases<Case>)
  func `responses are stored as RFC 9111 allows`(test: NamedCase<Case>) {
    let value = test.value
    let head = StoredHead(
      of: HTTPResponse(status: value.status, headerFields: HTTPFields(value.fields)),
      to: CachingRequest(method: .get, fields: HTTPFields(value.request)), httpVersion: "1.1",
      completeLength: 9,
      requestTime: TestClock.start, responseTime: TestClock.start, heuristics: false)
    #expect((head != nil) == value.isStored)
  }
}
