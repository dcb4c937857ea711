public import HTTPTypes
public import SluiceCoding
public import SluiceSerialization

extension Session {
  /// Gets a resource that is divided into pages, one page after the other.
  ///
  /// ```swift
  /// for try await page in session.pages("users?per_page=100", decoding: .json([User].self)) { add(page.value) }
  ///
  /// // Each page contains the reference to the next one:
  /// for try await page in session.pages("users", decoding: .json(Page.self), next: { $0.value.next }) { … }
  /// ```
  ///
  /// By default, the next page is the one that the `Link` field names with the relation `next` (RFC 8288). A reference
  /// is resolved against the URL of its page, after redirects. It is followed by the rules of redirects: if a page
  /// leads to another origin, ``Configuration/redirects`` decides, and with a ``Redirects/maximumCount`` of 0, the
  /// iteration fails with the code `redirect-refused`. Neither that page nor a later one is requested with credentials
  /// or secret fields, and https is not left for http, unless ``Redirects/allowsDowngrade`` is set. The other fields
  /// are sent with each page.
  ///
  /// A reference that leads back to an earlier page is an error. It is found after at most three times as many pages as
  /// there are different ones. To repeat a URL, return a request instead.
  ///
  /// - Parameters:
  ///   - reference: A URL, or a reference relative to the base URL. A malformed one fails the iteration with the code
  ///     `invalid-url`.
  ///   - fields: Additional fields. Defaults to none.
  ///   - decoder: Validates and decodes each page.
  ///   - next: Returns the reference to the page after the given one, or `nil` if it is the last one. Called when the
  ///     next page is asked for.
  /// - Returns: The pages. Each is requested when it is asked for.
  public func pages<Output: Sendable>(
    _ reference: String, fields: HTTPFields = [:], decoding decoder: ResponseDecoder<Output>,
    next: @escaping @Sendable (DecodedResponse<Output>) async throws -> String? = {
      $0.links.first(relation: "next")?.target
    }
  ) -> ResponsePages<Output> {
    ResponsePages(
      session: self, first: { try self.request(.get, reference, fields: fields) }, decoder: decoder,
      next: .reference(next))
  }

  /// Sends a request for the first page of a resource, and gets the others one after the other.
  ///
  /// The pages after the first are requested with GET and without a body. See `pages(_:fields:decoding:next:)` for
  /// the parameters and the rules.
  public func pages<Output: Sendable>(
    _ request: Request, decoding decoder: ResponseDecoder<Output>,
    next: @escaping @Sendable (DecodedResponse<Output>) async throws -> String? = {
      $0.links.first(relation: "next")?.target
    }
  ) -> ResponsePages<Output> {
    ResponsePages(session: self, first: { request }, decoder: decoder, next: .reference(next))
  }

  /// Gets a resource that is divided into pages, with a request for each page.
  ///
  /// ```swift
  /// let pages = session.pages("users", decoding: .json(Page.self)) { page in
  ///   try page.value.cursor.map { try session.request(.get, "users", ["cursor": $0], as: .query) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - reference: A URL, or a reference relative to the base URL. A malformed one fails the iteration with the code
  ///     `invalid-url`.
  ///   - fields: Additional fields of the first request. Defaults to none.
  ///   - decoder: Validates and decodes each page.
  ///   - next: Returns the request for the page after the given one, which is sent as it is, to any origin, or `nil` if
  ///     it is the last one. Called when the next page is asked for.
  /// - Returns: The pages. Each is requested when it is asked for.
  public func pages<Output: Sendable>(
    _ reference: String, fields: HTTPFields = [:], decoding decoder: ResponseDecoder<Output>,
    next: @escaping @Sendable (DecodedResponse<Output>) async throws -> Request?
  ) -> ResponsePages<Output> {
    ResponsePages(
      session: self, first: { try self.request(.get, reference, fields: fields) }, decoder: decoder,
      next: .request(next))
  }

  /// Sends a request for the first page of a resource, and a request for each of the others.
  ///
  /// See `pages(_:fields:decoding:next:)` for the parameters.
  public func pages<Output: Sendable>(
    _ request: Request, decoding decoder: ResponseDecoder<Output>,
    next: @escaping @Sendable (DecodedResponse<Output>) async throws -> Request?
  ) -> ResponsePages<Output> {
    ResponsePages(session: self, first: { request }, decoder: decoder, next: .request(next))
  }

  /// Sends the request of a page.
  func page<Output: Sendable>(
    _ page: PageRequest, decoding decoder: ResponseDecoder<Output>
  ) async throws -> DecodedResponse<Output> {
    var call = Call(runner.settings.request(page.request, for: decoder.validation))
    call.isOwnOrigin = page.isOwnOrigin
    return try await runner.perform(call) { try await $0.output(.withHead(decoder)) }
  }
}
