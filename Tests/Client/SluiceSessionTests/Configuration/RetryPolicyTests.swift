import FoundationEssentials
import Sluice
import SluiceClientTestSupport
import Testing

@testable import SluiceSession
@testable import SluiceTransport

/// The rules for whether and when a request is sent again.
@Suite(.timeLimit(.minutes(5))) struct RetryPolicyTests {
  private func retry(
    _ policy: Session.RetryPolicy = .standard, _ method: HTTPRequest.Method = .get, status: Int = 503,
    retryAfter: String? = nil, isReplayable: Bool = true, count: Int = 0, time: Duration = .zero,
    chance: Double = 0
  ) async throws -> Session.Retry? {
    var response = HTTPResponse(status: .init(code: status))
    response.headerFields[.retryAfter] = retryAfter
    let head = HTTPRequest(method: method, scheme: "http", authority: "h", path: "/")
    let body: any BodySource = isReplayable ? .text("body") : AsyncSource(AsyncStream<[UInt8]> { nil })
    return try await policy.retry(
      after: .init(
        of: SessionRequest(head, body: body), with: .success(response), retryCount: count, elapsed: time),
      now: Date(timeIntervalSince1970: 784_111_777), chance: chance)
  }

  private func retry(after code: ErrorCode) async throws -> Session.Retry? {
    let head = HTTPRequest(method: .get, scheme: "http", authority: "h", path: "/")
    return try await Session.RetryPolicy.standard.retry(
      after: .init(of: SessionRequest(head), with: .failure(SessionError(code))), chance: 0)
  }

  @Test func `only temporary statuses are retried`() async throws {
    var retried: [Int] = []
    for status in 100...599 where try await retry(status: status) != nil { retried.append(status) }
    #expect(retried == [408, 429, 500, 502, 503, 504])
  }

  @Test func `only transport errors are retried`() async throws {
    for code in [ErrorCode.unknownHost, .connectionFailed, .connectionLost, .timedOut] {
      #expect(try await retry(after: code) != nil)
    }
    for code in [
      ErrorCode.invalidURL, .invalidResponse, .tlsFailed, .untrusted, .bodyFailed, .bodyTooLarge,
      .redirectRefused, .tooManyRedirects, .invalidated, .outOfResources, .failed,
    ] { #expect(try await retry(after: code) == nil) }
  }

  @Test func `only requests that may be repeated are retried`() async throws {
    for method in [HTTPRequest.Method.get, .head, .put, .delete, .options, .trace] {
      #expect(try await retry(.standard, method) != nil)
    }
    for method in [HTTPRequest.Method.post, .patch, .connect] {
      #expect(try await retry(.standard, method) == nil)
    }
    var all = Session.RetryPolicy.standard
    all.methods = nil
    #expect(try await retry(all, .post) != nil)
    #expect(try await retry(all, .post, isReplayable: false) == nil)
  }

  @Test func `the delay doubles up to its limit`() async throws {
    var policy = Session.RetryPolicy(maximumCount: .max)
    policy.maximumDelay = .seconds(3)
    var delays: [Duration?] = []
    for count in [0, 1, 2, 3, 4, 100, Int.max - 1] {
      delays.append(try await retry(policy, count: count)?.delay)
    }
    #expect(
      delays == [.seconds(0.5), .seconds(1), .seconds(2), .seconds(3), .seconds(3), .seconds(3), .seconds(3)])
    #expect(try await retry(policy, count: 2)?.number == 3)
  }

  @Test func `a part of the delay is random`() async throws {
    #expect(try await retry(chance: 0)?.delay == .seconds(0.5))
    #expect(try await retry(chance: 0.5)?.delay == .seconds(0.375))
    #expect(try await retry(chance: 1)?.delay == .seconds(0.25))
    var policy = Session.RetryPolicy.standard
    policy.jitter = .nan
    #expect(try await retry(policy, chance: 1)?.delay == .seconds(0.5))
    policy.jitter = 0
    #expect(try await retry(policy, chance: 1)?.delay == .seconds(0.5))
    policy.jitter = 7
    #expect(try await retry(policy, chance: 1)?.delay == .zero)
    policy.initialDelay = .seconds(Int64.min)
    #expect(try await retry(policy, count: 2)?.delay == .zero)
  }

  @Test func `the number of retries and their duration are limited`() async throws {
    #expect(try await retry(count: 2) != nil)
    #expect(try await retry(count: 3) == nil)
    #expect(try await retry(.never) == nil)
    var policy = Session.RetryPolicy.standard
    policy.maximumDuration = .seconds(2)
    #expect(try await retry(policy, time: .seconds(1.5)) != nil, "a delay of half a second just fits")
    #expect(try await retry(policy, time: .seconds(1.6)) == nil)
  }

  @Test(arguments: [
    ("2", 2.0), ("0", 0.5), ("60", 60), ("Sun, 06 Nov 1994 08:49:47 GMT", 10),
    ("Sunday, 06-Nov-94 08:49:47 GMT", 10), ("Sun, 06 Nov 1994 08:49:17 GMT", 0.5), ("", 0.5), ("-1", 0.5),
    ("1.5", 0.5),
    ("soon", 0.5), ("+7", 0.5),
  ]) func `a valid Retry-After can lengthen the delay`(retryAfter: String, seconds: Double) async throws {
    #expect(try await retry(retryAfter: retryAfter)?.delay == .seconds(seconds))
  }

  @Test(arguments: ["61", "99999999999999999999999", "Sun, 06 Nov 2094 08:49:37 GMT"])
  func `a Retry-After over the limit prevents a retry`(retryAfter: String) async throws {
    #expect(try await retry(retryAfter: retryAfter) == nil)
    var policy = Session.RetryPolicy.standard
    policy.maximumRetryAfter = .zero
    #expect(try await retry(policy, retryAfter: retryAfter)?.delay == .seconds(0.5))
  }

  @Test func `a closure decides about each failure, with what is known of it`() async throws {
    let failures = Record<Session.RetryPolicy.Failure>()
    var policy = Session.RetryPolicy.standard
    policy.decide = { failure in
      failures.append(failure)
      return .standard
    }
    #expect(try await retry(policy, status: 503, count: 1, time: .seconds(4))?.delay == .seconds(1))
    #expect(try await retry(policy, .post, status: 409, isReplayable: false) == nil)
    let known = failures.all
    try #require(known.count == 2)
    #expect(known[0].response?.status.code == 503 && known[0].error == nil && known[0].request.method == .get)
    #expect(known[0].retryCount == 1 && known[0].elapsed == .seconds(4) && known[0].isBodyReplayable)
    #expect(known[0].proposedDelay == .seconds(1))
    #expect(known[1].response?.status.code == 409 && !known[1].isBodyReplayable)
    #expect(known[1].proposedDelay == nil)
  }

  @Test func `a closure retries and stops against the values`() async throws {
    var policy = Session.RetryPolicy.standard
    policy.decide = { _ in .retry(after: .seconds(7)) }
    #expect(try await retry(policy, .post, status: 409)?.delay == .seconds(7))
    #expect(
      try await retry(policy, .post, status: 409, isReplayable: false) == nil, "the body cannot be read again"
    )
    #expect(try await retry(policy, status: 503, count: 3) == nil, "the maximum holds")
    policy.maximumDuration = .seconds(8)
    #expect(try await retry(policy, status: 503, time: .seconds(2)) == nil, "the time limit holds")
    policy.decide = { _ in .retry(after: .seconds(-1)) }
    #expect(try await retry(policy, status: 409)?.delay == .zero)
    policy.decide = { _ in .stop }
    #expect(try await retry(policy, status: 503) == nil)
  }

  @Test func `a closure is not called for a success`() async throws {
    let statuses = Record<Int?>()
    var policy = Session.RetryPolicy.standard
    policy.decide = { failure in
      statuses.append(failure.response?.status.code)
      return .standard
    }
    for status in [200, 204, 299, 304, 400, 599] { _ = try await retry(policy, status: status) }
    #expect(statuses.all == [304, 400, 599])
  }

  @Test func `no delay is longer than the runtime can sleep`() async throws {
    var policy = Session.RetryPolicy.standard
    policy.maximumRetryAfter = .seconds(Int64.max)
    #expect(try await retry(policy, retryAfter: "9223372036854775807")?.delay == .seconds(1 << 32))
    (policy.initialDelay, policy.maximumDelay) = (.seconds(Int64.max), .seconds(Int64.max))
    #expect(try await retry(policy, count: 2)?.delay == .seconds(1 << 32))
  }
}
