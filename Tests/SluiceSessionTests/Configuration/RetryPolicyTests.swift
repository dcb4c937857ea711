import FoundationEssentials
import Sluice
import Testing

@testable import SluiceSession
@testable import SluiceTransport

/// The rules for whether and when a request is sent again.
@Suite(.timeLimit(.minutes(5))) struct RetryPolicyTests {
  private func retry(
    _ policy: Session.RetryPolicy = .standard, _ method: HTTPRequest.Method = .get, status: Int = 503,
    retryAfter: String? = nil, isReplayable: Bool = true, count: Int = 0, time: Duration = .zero,
    chance: Double = 0
  ) -> Session.Retry? {
    var response = HTTPResponse(status: .init(code: status))
    response.headerFields[.retryAfter] = retryAfter
    let head = HTTPRequest(method: method, scheme: "http", authority: "h", path: "/")
    let body: any BodySource = isReplayable ? .text("body") : AsyncSource(AsyncStream<[UInt8]> { nil })
    return policy.retry(
      after: .init(
        of: Request(head, body: body), with: .success(response), retryCount: count, elapsed: time),
      now: Date(timeIntervalSince1970: 784_111_777), chance: chance)
  }

  private func retry(after code: SessionError.Code) -> Session.Retry? {
    let head = HTTPRequest(method: .get, scheme: "http", authority: "h", path: "/")
    return Session.RetryPolicy.standard.retry(
      after: .init(of: Request(head), with: .failure(SessionError(code))), chance: 0)
  }

  @Test func `only temporary statuses are retried`() {
    #expect((100...599).filter { retry(status: $0) != nil } == [408, 429, 500, 502, 503, 504])
  }

  @Test func `only transport errors are retried`() {
    for code in [SessionError.Code.unknownHost, .connectionFailed, .connectionLost, .timedOut] {
      #expect(retry(after: code) != nil)
    }
    for code in [
      SessionError.Code.invalidURL, .invalidResponse, .tlsFailed, .untrusted, .bodyFailed, .bodyTooLarge,
      .redirectRefused, .tooManyRedirects, .invalidated, .outOfResources, .failed,
    ] { #expect(retry(after: code) == nil) }
  }

  @Test func `only requests that may be repeated are retried`() {
    for method in [HTTPRequest.Method.get, .head, .put, .delete, .options, .trace] {
      #expect(retry(.standard, method) != nil)
    }
    for method in [HTTPRequest.Method.post, .patch, .connect] { #expect(retry(.standard, method) == nil) }
    var all = Session.RetryPolicy.standard
    all.methods = nil
    #expect(retry(all, .post) != nil)
    #expect(retry(all, .post, isReplayable: false) == nil)
  }

  @Test func `the delay doubles up to its limit`() {
    var policy = Session.RetryPolicy(maximumCount: .max)
    policy.maximumDelay = .seconds(3)
    let delays = [0, 1, 2, 3, 4, 100, Int.max - 1].map { retry(policy, count: $0)?.delay }
    #expect(
      delays == [.seconds(0.5), .seconds(1), .seconds(2), .seconds(3), .seconds(3), .seconds(3), .seconds(3)])
    #expect(retry(policy, count: 2)?.number == 3)
  }

  @Test func `a part of the delay is random`() {
    #expect(retry(chance: 0)?.delay == .seconds(0.5))
    #expect(retry(chance: 0.5)?.delay == .seconds(0.375))
    #expect(retry(chance: 1)?.delay == .seconds(0.25))
    var policy = Session.RetryPolicy.standard
    policy.jitter = 0
    #expect(retry(policy, chance: 1)?.delay == .seconds(0.5))
    policy.jitter = 7
    #expect(retry(policy, chance: 1)?.delay == .zero)
  }

  @Test func `the number of retries and their duration are limited`() {
    #expect(retry(count: 2) != nil && retry(count: 3) == nil)
    #expect(retry(.never) == nil)
    var policy = Session.RetryPolicy.standard
    policy.maximumDuration = .seconds(2)
    #expect(retry(policy, time: .seconds(1.5)) != nil, "a delay of half a second just fits")
    #expect(retry(policy, time: .seconds(1.6)) == nil)
  }

  @Test(arguments: [
    ("2", 2.0), ("0", 0.5), ("60", 60), ("Sun, 06 Nov 1994 08:49:47 GMT", 10),
    ("Sunday, 06-Nov-94 08:49:47 GMT", 10), ("Sun, 06 Nov 1994 08:49:17 GMT", 0.5), ("", 0.5), ("-1", 0.5),
    ("1.5", 0.5),
    ("soon", 0.5), ("+7", 0.5),
  ]) func `a valid Retry-After can lengthen the delay`(retryAfter: String, seconds: Double) {
    #expect(retry(retryAfter: retryAfter)?.delay == .seconds(seconds))
  }

  @Test(arguments: ["61", "99999999999999999999999", "Sun, 06 Nov 2094 08:49:37 GMT"])
  func `a Retry-After over the limit prevents a retry`(retryAfter: String) {
    #expect(retry(retryAfter: retryAfter) == nil)
    var policy = Session.RetryPolicy.standard
    policy.maximumRetryAfter = .zero
    #expect(retry(policy, retryAfter: retryAfter)?.delay == .seconds(0.5))
  }

  @Test func `a closure decides about each failure, with what is known of it`() throws {
    let failures = Record<Session.RetryPolicy.Failure>()
    var policy = Session.RetryPolicy.standard
    policy.decide = { failure in
      failures.append(failure)
      return .standard
    }
    #expect(retry(policy, status: 503, count: 1, time: .seconds(4))?.delay == .seconds(1))
    #expect(retry(policy, .post, status: 409, isReplayable: false) == nil)
    let known = failures.all
    try #require(known.count == 2)
    #expect(known[0].response?.status.code == 503 && known[0].error == nil && known[0].request.method == .get)
    #expect(known[0].retryCount == 1 && known[0].elapsed == .seconds(4) && known[0].isBodyReplayable)
    #expect(known[0].proposedDelay == .seconds(1))
    #expect(known[1].response?.status.code == 409 && !known[1].isBodyReplayable)
    #expect(known[1].proposedDelay == nil)
  }

  @Test func `a closure retries and stops against the values`() {
    var policy = Session.RetryPolicy.standard
    policy.decide = { _ in .retry(after: .seconds(7)) }
    #expect(retry(policy, .post, status: 409)?.delay == .seconds(7))
    #expect(retry(policy, .post, status: 409, isReplayable: false) == nil, "the body cannot be read again")
    #expect(retry(policy, status: 503, count: 3) == nil, "the maximum holds")
    policy.maximumDuration = .seconds(8)
    #expect(retry(policy, status: 503, time: .seconds(2)) == nil, "the time limit holds")
    policy.decide = { _ in .retry(after: .seconds(-1)) }
    #expect(retry(policy, status: 409)?.delay == .zero)
    policy.decide = { _ in .stop }
    #expect(retry(policy, status: 503) == nil)
  }

  @Test func `a closure is not called for a success`() {
    let statuses = Record<Int?>()
    var policy = Session.RetryPolicy.standard
    policy.decide = { failure in
      statuses.append(failure.response?.status.code)
      return .standard
    }
    for status in [200, 204, 299, 304, 400, 599] { _ = retry(policy, status: status) }
    #expect(statuses.all == [304, 400, 599])
  }

  @Test func `no delay is longer than the runtime can sleep`() {
    var policy = Session.RetryPolicy.standard
    policy.maximumRetryAfter = .seconds(Int64.max)
    #expect(retry(policy, retryAfter: "9223372036854775807")?.delay == .seconds(1 << 32))
    (policy.initialDelay, policy.maximumDelay) = (.seconds(Int64.max), .seconds(Int64.max))
    #expect(retry(policy, count: 2)?.delay == .seconds(1 << 32))
  }
}
