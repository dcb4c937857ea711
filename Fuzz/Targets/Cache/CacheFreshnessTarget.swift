import HTTPTypes
import SluiceCache
import SluiceFuzz

extension FuzzTarget {
  /// The freshness of a response (RFC 9111 §4.2), from any fields and at any times, and compared with a calculation in
  /// 128 bits from dates that are written.
  ///
  /// Bytes 0 to 23 are the times of the request and the response, and the time at which it is used. Bytes 24 to 36 are
  /// flags, two durations and a date. The fields of the response follow, as lines `name: value`.
  static let cacheFreshness = FuzzTarget("cache-freshness", maximumByteCount: 512) {
    input in
    let times = [time(&input), time(&input), time(&input)]
    let flags = input.byte()
    let (lifetime, age) = (number(&input, 4), number(&input, 4))
    let seconds = Int(number(&input, 4))
    try checkBounds(CacheText.fields(CacheText.lines(input.rest())), times, flags & 1 != 0)

    // Written values, at times that a clock can have.
    let now = times.map { $0 & 0xFFF_FFFF_FFFF }
    var fields = HTTPFields()
    fields[.date] = HTTPDateText.text(seconds, .imf)
    if flags & 2 != 0 { fields[.age] = "\(age)" }
    var wanted: Int128 = 0
    if flags & 4 != 0 {
      let date = max(0, seconds + Int(Int32(bitPattern: UInt32(lifetime))))
      fields[.expires] = HTTPDateText.text(date, .asctime)
      wanted = max(0, Int128(date - seconds) * 1000)
    } else if flags & 1 != 0, lifetime <= Int64(seconds) {
      fields[.lastModified] = HTTPDateText.text(seconds - Int(lifetime), .imf)
      wanted = min(Int128(lifetime) * 100, 86_400_000)
    }
    if flags & 8 != 0 {
      fields[.cacheControl] = "max-age=\(lifetime)"
      wanted = Int128(min(lifetime, ReferenceDirective.longest)) * 1000
    }
    let freshness = freshness(fields, now, flags & 1 != 0)
    try requireEqual(Int128(freshness.lifetime), wanted, "the lifetime")
    let (requestTime, responseTime) = (Int128(now[0]), Int128(now[1]))
    let apparent = max(0, responseTime - Int128(seconds) * 1000)
    let declared = flags & 2 != 0 ? Int128(min(age, ReferenceDirective.longest)) * 1000 : 0
    let corrected = declared + max(0, responseTime - requestTime)
    let knownAge = max(apparent, corrected) + max(0, Int128(now[2]) - responseTime)
    // A clock that was set back by more than a minute does not tell how old the response is.
    let wantedAge = responseTime - Int128(now[2]) > 60_000 ? max(knownAge, wanted) : knownAge
    try requireEqual(Int128(freshness.age), wantedAge, "the age")
    try requireEqual(freshness.isFresh, wantedAge < wanted, "fresh")
  }

  /// Checks what holds for any fields and times.
  private static func checkBounds(_ fields: HTTPFields, _ times: [Int64], _ heuristics: Bool) throws {
    let now = freshness(fields, times, heuristics)
    try require(now.lifetime >= 0 && now.age >= 0, "negative: \(now)")
    try require(!now.isFresh || now.rest > 0, "fresh without time left: \(now)")
    let (later, overflow) = times[2].addingReportingOverflow(86_400_000)
    // A response from the future is stale until then.
    if overflow || Int128(times[1]) - Int128(times[2]) > 60_000 { return }
    let next = freshness(fields, [times[0], times[1], later], heuristics)
    try require(next.age >= now.age && next.lifetime == now.lifetime, "younger after a day: \(now), \(next)")
    // No estimate, and no number in a field, makes a response fresh that says it is not.
    var stale = fields
    stale[.cacheControl] = "max-age=0"
    try require(!freshness(stale, times, heuristics).isFresh, "fresh in spite of max-age=0")
  }

  private static func freshness(_ fields: HTTPFields, _ times: [Int64], _ heuristics: Bool) -> Freshness {
    Freshness(
      status: 200, fields: fields, control: CacheControl(fields[values: .cacheControl]),
      requestTime: times[0], responseTime: times[1], now: times[2], heuristics: heuristics)
  }

  private static func time(_ input: inout FuzzInput) -> Int64 {
    Int64(bitPattern: input.bytes(8).reduce(0) { $0 << 8 | UInt64($1) })
  }

  private static func number(_ input: inout FuzzInput, _ count: Int) -> Int64 {
    input.bytes(count).reduce(0) { $0 << 8 | Int64($1) }
  }
}
