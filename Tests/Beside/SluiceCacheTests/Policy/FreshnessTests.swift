import HTTPTypes
import SluiceTestSupport
import Testing

@testable import SluiceCache

@Suite(.timeLimit(.minutes(1))) struct FreshnessTests {
  /// The values of the fields of a response that was received at the start of the ``TestClock``.
  struct Case: Sendable {
    var fields: [(String, String)] = []
    var status = 200
    /// In seconds after the start.
    var sent: Int64 = 0
    var now: Int64 = 0
    var heuristics = false
    /// In seconds.
    let lifetime: Int64
    let age: Int64
  }

  private static let date = ("Date", "Sun, 06 Nov 1994 08:49:37 GMT")
  private static let later = ("Expires", "Sun, 06 Nov 1994 08:50:37 GMT")

  @Test(
    arguments: [
      "nothing": Case(now: 10, lifetime: 0, age: 10),
      "max-age": Case(fields: [("Cache-Control", "max-age=60")], now: 59, lifetime: 60, age: 59),
      "max-age before Expires": Case(fields: [("Cache-Control", "max-age=5"), later], lifetime: 5, age: 0),
      "Expires without Date": Case(fields: [later], lifetime: 60, age: 0),
      "Expires after Date": Case(
        fields: [later, ("Date", "Sun, 06 Nov 1994 08:49:07 GMT")], lifetime: 90, age: 30),
      "Expires is malformed": Case(fields: [("Expires", "0"), date], lifetime: 0, age: 0),
      "Expires in the past": Case(
        fields: [("Expires", "Sat, 05 Nov 1994 08:49:37 GMT"), date], lifetime: 0, age: 0),
      "two Expires": Case(fields: [later, later], lifetime: 0, age: 0),
      "s-maxage is not for private caches": Case(
        fields: [("Cache-Control", "s-maxage=60")], lifetime: 0, age: 0),
      "Age": Case(fields: [("Age", "30"), ("Cache-Control", "max-age=60")], now: 5, lifetime: 60, age: 35),
      "the first of several ages": Case(fields: [("Age", "30, 5")], lifetime: 0, age: 30),
      "Age is malformed": Case(fields: [("Age", "-30")], lifetime: 0, age: 0),
      "Age is large": Case(fields: [("Age", "99999999999999999999")], lifetime: 0, age: 1 << 31),
      "the delay counts": Case(fields: [("Age", "30")], sent: -4, now: 1, lifetime: 0, age: 35),
      "Date is in the past": Case(fields: [("Date", "Sun, 06 Nov 1994 08:49:07 GMT")], lifetime: 0, age: 30),
      "Date is in the future": Case(fields: [("Date", "Sun, 06 Nov 1994 09:49:07 GMT")], lifetime: 0, age: 0),
      "Date is malformed": Case(fields: [("Date", "today")], now: 3, lifetime: 0, age: 3),
      "the clock was set back": Case(now: -100, lifetime: 0, age: 0),
      "the clock was set back by a minute": Case(
        fields: [("Cache-Control", "max-age=600")], now: -60, lifetime: 600, age: 0),
      "the clock was set back by more": Case(
        fields: [("Cache-Control", "max-age=600")], now: -61, lifetime: 600, age: 600),
      "no estimate by default": Case(
        fields: [("Last-Modified", "Sun, 06 Nov 1994 08:48:37 GMT")], lifetime: 0, age: 0),
      "an estimate": Case(
        fields: [("Last-Modified", "Sun, 06 Nov 1994 08:48:37 GMT")], heuristics: true, lifetime: 6, age: 0),
      "the longest estimate": Case(
        fields: [("Last-Modified", "Sun, 06 Nov 1984 08:48:37 GMT")], heuristics: true, lifetime: 86_400,
        age: 0),
      "no estimate for the status": Case(
        fields: [("Last-Modified", "Sun, 06 Nov 1994 08:48:37 GMT")], status: 500, heuristics: true,
        lifetime: 0,
        age: 0),
      "an estimate for a public response": Case(
        fields: [("Last-Modified", "Sun, 06 Nov 1994 08:48:37 GMT"), ("Cache-Control", "public")],
        status: 500,
        heuristics: true, lifetime: 6, age: 0),
      "modified in the future": Case(
        fields: [("Last-Modified", "Sun, 06 Nov 1995 08:48:37 GMT")], heuristics: true, lifetime: 0, age: 0),
    ] as NamedCases<Case>)
  func `the lifetime and the age are those of RFC 9111`(test: NamedCase<Case>) {
    let value = test.value
    let fields = HTTPFields(value.fields)
    let freshness = Freshness(
      status: value.status, fields: fields, control: CacheControl(fields[values: .cacheControl]),
      requestTime: TestClock.start + value.sent * 1000, responseTime: TestClock.start,
      now: TestClock.start + value.now * 1000, heuristics: value.heuristics)
    #expect(freshness == Freshness(lifetime: value.lifetime * 1000, age: value.age * 1000))
  }

  @Test(arguments: [Int64.min, -1, 0]) func `a time before the response adds nothing to the age`(
    now: WallTime
  ) {
    let freshness = Freshness(
      status: 200, fields: HTTPFields([("Age", "7")]), control: CacheControl([]), requestTime: 1000,
      responseTime: 1000, now: now, heuristics: false)
    #expect(freshness.age == 7000)
  }

  @Test(arguments: [Int64.min, -1, 0, 1, .max]) func `no time is too large`(time: WallTime) {
    for other in [Int64.min, 0, .max] {
      for now in [Int64.min, 0, .max] {
        let fields = HTTPFields([("Age", "99999999999"), ("Expires", "Fri, 31 Dec 9999 23:59:59 GMT")])
        let freshness = Freshness(
          status: 200, fields: fields, control: CacheControl([]), requestTime: time, responseTime: other,
          now: now,
          heuristics: true)
        #expect(freshness.age >= 0 && freshness.lifetime >= 0 && abs(freshness.secondsLeft) >= 0)
      }
    }
  }
}
