public import SluiceSerialization

extension Session {
  /// Sends a request, through the middleware after the one that calls it, and returns its response.
  ///
  /// - Throws: A ``SessionError``; the errors of other middleware; a `CancellationError`.
  public typealias Next = @Sendable (_ request: SessionRequest) async throws -> SessionResponse

  /// A function that each request and its response pass through, for example to sign, measure or replace them.
  ///
  /// ```swift
  /// configuration.middleware = [
  ///   { request, next in
  ///     var request = request
  ///     request.head.headerFields[.date] = now()
  ///     return try await next(request)
  ///   }
  /// ]
  /// ```
  ///
  /// It is called for each exchange of each call, transfer and outbox: for the first request of an attempt, for each
  /// redirect, and for each request with a credential that answers a challenge. The first one of
  /// ``Configuration/middleware`` is the outermost:
  ///
  /// ```
  ///  a call ─► retries, redirects, credentials ─► first ─► second ─► cache ─► network
  ///                                         ◄─        ◄─         ◄─       ◄─
  /// ```
  ///
  /// The request is complete: its URL is absolute, and it has the fields of the configuration and of Sluice, such as
  /// `User-Agent`, `Content-Type` with the boundary of a form, `Content-Length`, and `Authorization` with the session's
  /// credential. `Host`, `Connection`, `Expect`, trace fields, the cookies that the session keeps, the passwords of a
  /// netrc file, and the response to a challenge of HTTP Digest are added later. Its options are the call's; changing
  /// them has no effect.
  ///
  /// Middleware can
  ///
  /// - change the URL, the method, the fields and the body of the request. `Content-Length` is determined anew. If it
  ///   leaves `Content-Type`, another body with its own type has that one;
  /// - call `next` again, one call after the other, to repeat the request. A body that cannot be read twice fails then;
  /// - return a response without calling `next`, such as `SessionResponse(HTTPResponse(status: .ok), body: bytes)`;
  /// - read or change the response. Its body arrives while it is read, and can be read once.
  ///
  /// Redirects are resolved against the URL to which the request was sent. A response with a challenge is answered with
  /// the session's credentials, unless middleware has set `Authorization` or changed the origin.
  ///
  /// Secret fields stay with the origin that the caller has named: `Authorization`, `Cookie` and sensitive fields that
  /// middleware sets are not sent after a redirect to another origin, nor to another origin that a response has named.
  /// Middleware that changes the origin itself takes only the secrets along that it sets.
  ///
  /// An error that it throws ends the attempt. A ``SessionError`` is retried if the policy for retries says so; any
  /// other error is thrown to the caller. ``Configuration/timeout`` includes the time of middleware, which is cancelled
  /// when the time has passed, the call is cancelled or the session is invalidated, and abandoned if it does not
  /// return.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - next: Sends a request.
  /// - Returns: The response.
  public typealias Middleware =
    @Sendable (
      _ request: SessionRequest, _ next: @escaping Next
    ) async throws -> SessionResponse
}
