public import HTTPTypes
public import SluiceCoding
public import SluiceSerialization
internal import SluiceTransport

extension Session {
  /// Gets a resource that is divided into pages, one page after the other.
  ///
  /// ```swift
  /// for try await page in session.pages("users", query: ["size": 99], decoding: .json([User].self)) {
  ///   add(page.value)
  /// }
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
  ///   - query: The query, which is added to that of the reference. Defaults to none.
  ///   - fields: Additional fields. Defaults to none.
  ///   - decoder: Validates and decodes each page.
  ///   - next: Returns the reference to the page after the given one, or `nil` if it is the last one. Called when the
  ///     next page is asked for.
  /// - Returns: The pages, each with the head of its response. Each is requested when it is asked for. Each iteration
  ///   begins with the first page. It throws the errors of `send(_:decoding:progress:)` and of `next`; a
  ///   ``SessionError`` with the code `redirect-refused` for a reference that may not be followed, or
  ///   `invalid-response` for one that has been followed before. An error is final.
  public func pages<Output: Sendable>(
    _ reference: Reference, query: Query.Parameters = [:], fields: HTTPFields = [:],
    decoding decoder: ResponseDecoder<Output>,
    next: @escaping @Sendable (DecodedResponse<Output>) async throws -> String? = {
      $0.fields.link("next")?.target
    }
  ) -> some AsyncSequence<DecodedResponse<Output>, any Error> & Sendable {
    ResponsePages(
      session: self, first: { try self.request(.get, reference, query: query, fields: fields) },
      decoder: decoder, next: .reference(next))
  }

  /// Sends a request for the first page of a resource, and gets the others one after the other.
  ///
  /// The pages after the first are requested with GET and without a body. See `pages(_:query:fields:decoding:next:)`
  /// for the parameters and the rules.
  public func pages<Output: Sendable>(
    _ request: SessionRequest, decoding decoder: ResponseDecoder<Output>,
    next: @escaping @Sendable (DecodedResponse<Output>) async throws -> String? = {
      $0.fields.link("next")?.target
    }
  ) -> some AsyncSequence<DecodedResponse<Output>, any Error> & Sendable {
    ResponsePages(session: self, first: { request }, decoder: decoder, next: .reference(next))
  }

  /// Gets a resource that is divided into pages, with a request for each page.
  ///
  /// ```swift
  /// let pages = session.pages("users", decoding: .json(Page.self)) { page in
  ///   try page.value.cursor.map { try session.request(.get, "users", query: ["cursor": $0]) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - reference: A URL, or a reference relative to the base URL. A malformed one fails the iteration with the code
  ///     `invalid-url`.
  ///   - query: The query, which is added to that of the reference. Defaults to none.
  ///   - fields: Additional fields of the first request. Defaults to none.
  ///   - decoder: Validates and decodes each page.
  ///   - next: Returns the request for the page after the given one, which is sent as it is, to any origin, or `nil` if
  ///     it is the last one. Called when the next page is asked for.
  /// - Returns: The pages. Each is requested when it is asked for.
  public func pages<Output: Sendable>(
    _ reference: Reference, query: Query.Parameters = [:], fields: HTTPFields = [:],
    decoding decoder: ResponseDecoder<Output>,
    next: @escaping @Sendable (DecodedResponse<Output>) async throws -> SessionRequest?
  ) -> some AsyncSequence<DecodedResponse<Output>, any Error> & Sendable {
    ResponsePages(
      session: self, first: { try self.request(.get, reference, query: query, fields: fields) },
      decoder: decoder, next: .request(next))
  }

  /// Sends a request for the first page of a resource, and a request for each of the others.
  ///
  /// See `pages(_:query:fields:decoding:next:)` for the parameters.
  public func pages<Output: Sendable>(
    _ request: SessionRequest, decoding decoder: ResponseDecoder<Output>,
    next: @escaping @Sendable (DecodedResponse<Output>) async throws -> SessionRequest?
  ) -> some AsyncSequence<DecodedResponse<Output>, any Error> & Sendable {
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

/// The request of a page.
struct PageRequest: Sendable {
  var request: SessionRequest
  /// Whether the caller has named the origin. A page that links to another origin clears it for all later pages.
  var isOwnOrigin = true

  /// The URL; empty if the request has none.
  var url: String { request.url ?? "" }

  /// Returns the request of the page that a reference names, by the rules of redirects: a GET with the same fields and
  /// options. If the origin changes, the policy for redirects decides, and secrets stay behind.
  ///
  /// - Parameters:
  ///   - reference: The reference, relative to the URL of the page that contains it.
  ///   - url: The URL of that page, after redirects.
  ///   - response: The head of that page.
  ///   - runner: The runner of the session.
  /// - Throws: A ``SessionError`` with the code `redirect-refused`; the errors of the policy.
  func following(
    _ reference: String, from url: String?, _ response: HTTPResponse, in runner: TransferRunner
  ) async throws -> PageRequest {
    let policy = runner.settings.policy(for: request)
    let deadline = Deadline(after: policy.exchange.timeout, invalidation: runner.invalidation)
    var step = PreparedRequest(
      request, to: try RequestURL(of: request.head), policy: policy, settings: runner.settings)
    step.message.isOwnOrigin = isOwnOrigin
    do {
      // Redirects may have left the origin already.
      if let url { try step.move(to: RequestURL(url)) }
      let redirect = Session.Redirect(request: step.head, response: response)
      step.changeMethod(to: .get)
      let next = try RequestURL(reference, relativeTo: step.message.url.text)
      step = try await step.following(next, by: redirect, deadline)
    } catch let error as SessionError where [.invalidURL, .redirectRefused].contains(error.code) {
      throw SessionError(.redirectRefused, message: "the next page: \(error.message)").at(
        step.message.url.redacted)
    }
    var next = SessionRequest(step.headWithFields)
    next.options = request.options
    next.options.decidedSecrets = step.decidedSecrets
    return PageRequest(request: next, isOwnOrigin: step.message.isOwnOrigin)
  }
}

/// The pages of a resource.
struct ResponsePages<Output: Sendable>: AsyncSequence, Sendable {
  typealias Element = DecodedResponse<Output>

  /// The way from one page to the next.
  enum Next: Sendable {
    case reference(@Sendable (Element) async throws -> String?)
    case request(@Sendable (Element) async throws -> SessionRequest?)
  }

  let session: Session
  let first: @Sendable () throws -> SessionRequest
  let decoder: ResponseDecoder<Output>
  let next: Next

  func makeAsyncIterator() -> Iterator { Iterator(pages: self) }

  /// The iterator of pages.
  ///
  /// ```
  ///             next()              next(): the next request, or nil
  ///  unopened ──────────► after ────────────────────────────────────► ended(nil)
  ///      │                 ▲  │ └── next() throws ──┐
  ///      │                 └──┘ next(): a page      │
  ///      └──────── next() throws ───────────────────┴───────────────► ended(error)
  /// ```
  struct Iterator: AsyncIteratorProtocol {
    private enum State {
      case unopened
      case after(Element, PageRequest)
      case ended((any Error)?)
    }

    private let pages: ResponsePages
    private var state = State.unopened
    private var visited = CycleDetector()

    fileprivate init(pages: ResponsePages) { self.pages = pages }

    mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> Element? {
      let current = state
      // Set first, so that an iteration that ends or fails keeps no page.
      state = .ended(nil)
      do {
        let request: PageRequest?
        switch current {
        case .unopened:
          let first = PageRequest(request: try pages.first())
          _ = visited.hasSeen(first.url)
          request = first
        case .after(let page, let previous):
          request = try await pages.request(after: page, of: previous)
          if case .reference = pages.next, let request, visited.hasSeen(request.url) {
            throw SessionError(.invalidResponse, message: "the next page has already been read")
              .at(String(request.url.withoutQuery))
          }
        case .ended(let error?): throw error
        case .ended(nil): request = nil
        }
        guard let request else { return nil }
        let page = try await pages.session.page(request, decoding: pages.decoder)
        state = .after(page, request)
        return page
      } catch {
        state = .ended(error)
        throw error
      }
    }
  }

  /// Returns the request of the next page, or `nil` after the last one.
  private func request(after page: Element, of previous: PageRequest) async throws -> PageRequest? {
    switch next {
    case .request(let next): try await next(page).map { PageRequest(request: $0) }
    case .reference(let next):
      if let reference = try await next(page) {
        try await previous.following(reference, from: page.url, page.head, in: session.runner)
      } else {
        nil
      }
    }
  }
}
