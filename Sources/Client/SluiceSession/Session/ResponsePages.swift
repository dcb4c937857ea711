internal import SluiceCoding
public import SluiceSerialization
internal import SluiceTransport

/// The pages of a resource, each with the head of its response.
///
/// ```swift
/// for try await page in session.pages("users?per_page=100", decoding: .json([User].self)) {
///   print(page.value.count, page.head.headerFields[.eTag] ?? "")
/// }
/// ```
///
/// `Session.pages(_:fields:decoding:next:)` creates it. Each page is requested when it is asked for. Each iteration
/// begins with the first page. An error is final.
public struct ResponsePages<Output: Sendable>: AsyncSequence, Sendable {
  /// A page: the decoded value and the head of its response.
  public typealias Element = DecodedResponse<Output>

  /// The way from one page to the next.
  enum Next: Sendable {
    case reference(@Sendable (Element) async throws -> String?)
    case request(@Sendable (Element) async throws -> Request?)
  }

  let session: Session
  let first: @Sendable () throws -> Request
  let decoder: ResponseDecoder<Output>
  let next: Next

  /// Returns an iterator that sends the first request when the first page is asked for.
  public func makeAsyncIterator() -> Iterator { Iterator(pages: self) }

  /// The iterator of pages.
  ///
  /// ```
  ///             next()              next(): the next request, or nil
  ///  unopened ──────────► after ────────────────────────────────────► ended(nil)
  ///      │                 ▲  │ └── next() throws ──┐
  ///      │                 └──┘ next(): a page      │
  ///      └──────── next() throws ───────────────────┴───────────────► ended(error)
  /// ```
  public struct Iterator: AsyncIteratorProtocol {
    private enum State {
      case unopened
      case after(Element, PageRequest)
      case ended((any Error)?)
    }

    private let pages: ResponsePages
    private var state = State.unopened
    private var visited = CycleDetector()

    fileprivate init(pages: ResponsePages) { self.pages = pages }

    /// Returns the next page, or `nil` after the last one. An error is final.
    ///
    /// - Throws: The errors of ``next(isolation:)``.
    public mutating func next() async throws -> Element? { try await next(isolation: nil) }

    /// Returns the next page, or `nil` after the last one. An error is final.
    ///
    /// - Throws: The errors of ``Session/send(_:decoding:progress:)`` and of the closure that finds the next page; a
    ///   ``SessionError`` with the code `redirect-refused` for a reference that may not be followed, or
    ///   `invalid-response` for one that has been followed before.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> Element? {
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
            throw SessionError(.invalidResponse, message: "the next page is one of the pages before")
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
