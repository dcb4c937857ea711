import Sluice
import Testing

@testable import SluiceSession
@testable import SluiceTransfers

/// The meaning of a response for a partial file of 5 bytes.
@Suite(.timeLimit(.minutes(5))) struct ResumePointTests {
  private func point(of size: Int64?) throws -> ResumePoint {
    let count = size.map { ",\"byteCount\":\($0)" } ?? ""
    let record = #"{"version":1,"url":"","validator":"\"1\""\#(count)}"#
    return ResumePoint(record: try #require(ResumeRecord(parsing: Array(record.utf8))), byteCount: 5)
  }

  @Test func `a request asks for the rest of a single version`() throws {
    var fields: HTTPFields = [.accept: "a/b"]
    try point(of: 10).ask(in: &fields)
    #expect(fields == [.accept: "a/b", .range: "bytes=5-", .ifRange: "\"1\""])
  }

  @Test(
    arguments: [
      (10, "bytes 5-9/10", .rest(upTo: 10)), (nil, "bytes 5-9/10", .rest(upTo: 10)),
      (10, "bytes 5-9/*", .rest(upTo: 10)), (10, "BYTES 5-9/10", .rest(upTo: 10)),
      // The size of the whole would be unknown.
      (nil, "bytes 5-9/*", .useless), (10, "bytes 5-8/*", .useless), (10, "bytes 5-10/*", .useless),
      (10, "bytes 5-10/11", .useless), (10, "bytes 4-9/10", .useless), (10, "bytes 6-9/10", .useless),
      (10, "bytes 5-8/10", .useless), (10, "bytes */10", .useless), (10, "", .useless),
      // Shorter than the partial file.
      (nil, "bytes 0-3/4", .useless), (nil, "bytes 0-0/1", .useless),
      (nil, "bytes 5-9223372036854775805/9223372036854775806", .rest(upTo: .max - 1)),
      (nil, "bytes 5-9223372036854775806/9223372036854775807", .useless),
    ] as [(Int64?, String, ResumePoint.Meaning)])
  func `a Content-Range is the rest or useless`(size: Int64?, range: String, answer: ResumePoint.Meaning)
    throws
  {
    let head = HTTPResponse(status: .partialContent, headerFields: [.contentRange: range, .eTag: "\"1\""])
    #expect(try point(of: size).meaning(of: head) == answer)
  }

  @Test(arguments: [("5", true), ("4", false), ("6", false), ("9223372036854775807", false), ("x", true)])
  func `the Content-Length must not contradict the Content-Range`(length: String, isRest: Bool) throws {
    let head = HTTPResponse(
      status: .partialContent,
      headerFields: [.contentRange: "bytes 5-9/10", .contentLength: length, .eTag: "\"1\""])
    #expect(try point(of: 10).meaning(of: head) == (isRest ? .rest(upTo: 10) : .useless))
  }

  @Test(
    arguments: [
      (5, "bytes */5", .nothingMissing), (nil, "bytes */5", .nothingMissing), (6, "bytes */5", .useless),
      (5, "bytes */4", .useless), (nil, "bytes */6", .useless), (5, "bytes 0-4/5", .useless),
      (5, "", .useless),
    ] as [(Int64?, String, ResumePoint.Meaning)])
  func `a 416 may mean that nothing is missing`(size: Int64?, range: String, answer: ResumePoint.Meaning)
    throws
  {
    let head = HTTPResponse(status: .rangeNotSatisfiable, headerFields: [.contentRange: range])
    #expect(try point(of: size).meaning(of: head) == answer)
  }

  @Test func `any other response is the whole file or a refusal`() throws {
    for (status, answer) in [
      (200, .whole), (203, .whole), (304, .refused), (404, .refused), (412, .refused), (500, .refused),
    ] as [(HTTPResponse.Status, ResumePoint.Meaning)] {
      #expect(try point(of: 10).meaning(of: HTTPResponse(status: status)) == answer)
    }
  }
}
