import HTTPTypes
import SluiceTestSupport
import Testing

@testable import SluiceCache

@Suite(.timeLimit(.minutes(1))) struct RequestedRangeTests {
  @Test(
    arguments: [
      "bytes=0-1": .from(0, through: 1), "bytes=5-": .from(5, through: nil), "Bytes=-5": .last(5),
      "bytes= 1-2 ": .from(1, through: 2), "bytes=2-1": nil, "bytes=-": nil, "bytes=-0": nil,
      "bytes=1-2,4-5": nil,
      "lines=1-2": nil, "bytes=a-2": nil, "bytes=1--2": nil, "bytes=": nil, "": nil,
      "bytes=99999999999999999999-": nil, "bytes=0-9223372036854775807": .from(0, through: .max),
    ] as NamedCases<RequestedRange?>)
  func `a single range of bytes is parsed`(test: NamedCase<RequestedRange?>) {
    #expect(RequestedRange(test.name) == test.value)
  }

  @Test func `positions lie within the body`() {
    let content = Array(0..<10)
    for first in 0..<12 {
      for last in [first, 9, 10, Int.max] where last >= first {
        let positions = RequestedRange("bytes=\(first)-\(last)")?.positions(in: 10)
        let expected = content.indices.filter { (first...last).contains($0) }
        #expect(positions.map { Array($0) } ?? [] == expected.map { Int64($0) })
      }
    }
    for count in [1, 9, 10, 11] {
      #expect(RequestedRange("bytes=-\(count)")?.positions(in: 10)?.count == min(count, 10))
    }
    #expect(RequestedRange("bytes=-1")?.positions(in: 0) == nil)
    #expect(RequestedRange("bytes=0-")?.positions(in: 0) == nil)
  }

  @Test(
    arguments: [
      "": false, "gzip": true, "GZIP ; q=0.001": true, "br, gzip": true, "*": true,
      "identity, *;q=0.5": true, "br": false, "gzip;q=0": false, "gzip; Q=0.000": false, "*;q=0": false,
      "gzip;q=0, *": false, "*, gzip;q=0.": false, "gzip, *;q=0": true, "br;q=0, *": true,
    ] as NamedCases<Bool>)
  func `an explicit quality of 0 refuses a coding that a wildcard accepts`(test: NamedCase<Bool>) {
    let request = CachingRequest(method: .get, fields: [.acceptEncoding: test.name])
    #expect(request.accepts(["gzip"]) == test.value)
    #expect(request.accepts([]))
    #expect(CachingRequest(method: .get, fields: [:]).accepts(["gzip"]))
  }
}
