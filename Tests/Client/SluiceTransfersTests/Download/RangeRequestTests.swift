import Sluice
import Testing

@testable import SluiceSession
@testable import SluiceTransfers

/// The meaning of a response to a request for what follows a partial file of 5 bytes.
@Suite(.timeLimit(.minutes(5))) struct RangeRequestTests {
  private func request(of size: Int64?) throws -> RangeRequest {
    let count = size.map { ",\"byteCount\":\($0)" } ?? ""
    let record = #"{"version":1,"url":"","validator":"\"1\""\#(count)}"#
    return RangeRequest(
      after: ResumePoint(record: try #require(ResumeRecord(parsing: Array(record.utf8))), byteCount: 5))
  }

  @Test func `a request asks for the rest of a single version`() throws {
    var fields: HTTPFields = [.accept: "a/b"]
    try request(of: 10).ask(in: &fields)
    #expect(fields == [.accept: "a/b", .range: "bytes=5-", .ifRange: "\"1\""])
  }

  @Test(
    arguments: [
      (10, "bytes 5-9/10", .range(of: 10)), (nil, "bytes 5-9/10", .range(of: 10)),
      (10, "bytes 5-9/*", .range(of: 10)), (10, "BYTES 5-9/10", .range(of: 10)),
      // The size of the whole would be unknown.
      (nil, "bytes 5-9/*", .useless), (10, "bytes 5-8/*", .useless), (10, "bytes 5-10/*", .useless),
      (10, "bytes 5-10/11", .useless), (10, "bytes 4-9/10", .useless), (10, "bytes 6-9/10", .useless),
      (10, "bytes 5-8/10", .useless), (10, "bytes */10", .useless), (10, "", .useless),
      // Shorter than the partial file.
      (nil, "bytes 0-3/4", .useless), (nil, "bytes 0-0/1", .useless),
      (nil, "bytes 5-9223372036854775805/9223372036854775806", .range(of: .max - 1)),
      (nil, "bytes 5-9223372036854775806/9223372036854775807", .useless),
    ] as [(Int64?, String, RangeRequest.Meaning)])
  func `a Content-Range is the rest or useless`(size: Int64?, range: String, answer: RangeRequest.Meaning)
    throws
  {
    let head = HTTPResponse(status: .partialContent, headerFields: [.contentRange: range, .eTag: "\"1\""])
    #expect(try request(of: size).meaning(of: head) == answer)
  }

  @Test(arguments: [("5", true), ("4", false), ("6", false), ("9223372036854775807", false), ("x", true)])
  func `the Content-Length must not contradict the Content-Range`(length: String, isRest: Bool) throws {
    let head = HTTPResponse(
      status: .partialContent,
      headerFields: [.contentRange: "bytes 5-9/10", .contentLength: length, .eTag: "\"1\""])
    #expect(try request(of: 10).meaning(of: head) == (isRest ? .range(of: 10) : .useless))
  }

  @Test(
    arguments: [
      (5, "bytes */5", .nothingMissing), (nil, "bytes */5", .nothingMissing), (6, "bytes */5", .useless),
      (5, "bytes */4", .useless), (nil, "bytes */6", .useless), (5, "bytes 0-4/5", .useless),
      (5, "", .useless),
    ] as [(Int64?, String, RangeRequest.Meaning)])
  func `a 416 may mean that nothing is missing`(size: Int64?, range: String, answer: RangeRequest.Meaning)
    throws
  {
    let head = HTTPResponse(status: .rangeNotSatisfiable, headerFields: [.contentRange: range])
    #expect(try request(of: size).meaning(of: head) == answer)
  }

  @Test func `any other response is the whole file or a refusal`() throws {
    for (status, answer) in [
      (200, .whole), (203, .whole), (201, .refused), (202, .refused), (204, .refused), (226, .refused),
      (304, .refused), (404, .refused), (412, .refused), (500, .refused),
    ] as [(HTTPResponse.Status, RangeRequest.Meaning)] {
      #expect(try request(of: 10).meaning(of: HTTPResponse(status: status)) == answer)
    }
  }

  @Test(
    arguments: [
      ("bytes 0-9/100", .range(of: 100)), ("bytes 0-4/5", .range(of: 5)), ("bytes 0-9/10", .range(of: 10)),
      ("bytes 0-8/100", .useless), ("bytes 0-9/*", .useless), ("bytes 1-9/100", .useless),
      ("bytes 0-10/100", .useless), ("bytes */100", .useless),
    ] as [(String, RangeRequest.Meaning)])
  func `a first range is that of any file with a strong validator`(
    range: String, answer: RangeRequest.Meaning
  )
    throws
  {
    let request = RangeRequest.first(10)
    var fields = HTTPFields()
    request.ask(in: &fields)
    #expect(fields == [.range: "bytes=0-9"])
    for (tag, meaning) in [("\"1\"", answer), ("W/\"1\"", .useless), (nil, .useless)] {
      var head = HTTPResponse(status: .partialContent, headerFields: [.contentRange: range])
      head.headerFields[.eTag] = tag
      #expect(request.meaning(of: head) == meaning)
    }
    let empty = HTTPResponse(status: .rangeNotSatisfiable, headerFields: [.contentRange: "bytes */0"])
    #expect(request.meaning(of: empty) == .useless)
  }
}
