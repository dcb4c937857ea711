internal import SluiceBody
internal import SluiceCoding
internal import SluiceTransport

/// The credentials of a session: those that its provider has returned, by realm.
final class CredentialStore: Sendable {
  /// The scope of a credential: a realm of an origin (RFC 9110 §11.5), or the proxy, which is a single one.
  private enum Space: Hashable {
    case realm(String?, of: RequestURL.Origin)
    case proxy
  }

  /// The server of a request whose realm is not known yet.
  private enum Server: Hashable {
    case origin(RequestURL.Origin)
    case proxy
  }

  /// A question for the provider.
  private struct Question: Sendable {
    /// The challenges of the response, or `nil` before the first request.
    var challenges: [AuthenticationChallenge]?
    let server: Server
    /// The credential that the request was sent with, or `nil` if there was none.
    var sent: Credential?
    /// Makes the session for ``CredentialChallenge/session``.
    let session: @Sendable () -> Session

    /// The scope of the credential that answers the question.
    var space: Space {
      switch server {
      case .origin(let origin): .realm(challenges?.realm, of: origin)
      case .proxy: .proxy
      }
    }

    /// The credential that the server has rejected: the sent one, unless it was sent in a scheme that this resource
    /// does not offer, as another one at the same origin does.
    var rejected: Credential? { sent.flatMap { $0.answersOther(challenges?.map(\.scheme) ?? []) ? nil : $0 } }
  }

  /// A call of the provider that has not returned.
  private struct Asking {
    let number: Int
    let task: SharedTask<Credential?>
  }

  private struct State {
    var known: [Space: Credential] = [:]
    /// The newest credential per server, which is sent with requests whose realm is not known yet.
    var latest: [Server: Credential] = [:]
    var asking: [Space: Asking] = [:]
    /// The origins that the provider had no credential for when it was called without a challenge.
    var withoutCredential: Set<RequestURL.Origin> = []
    var lastNumber = 0

    mutating func endAsking(_ number: Int, in space: Space) {
      if asking[space]?.number == number { asking[space] = nil }
    }
  }

  /// A call of a provider that the current task makes requests for.
  private struct ProviderCall: Sendable {
    let store: ObjectIdentifier
    let server: Server
  }

  /// The calls of providers that the current task runs within: the requests that a provider makes do not ask it again,
  /// because it would wait for itself.
  @TaskLocal private static var calls: [ProviderCall] = []

  private let provider: CredentialProvider
  private let proxy: String
  private let isBase: @Sendable (RequestURL.Origin) -> Bool
  private let state = Lock(State())
  /// The maximum number of entries of each table: a server chooses the names of its realms, and could choose many.
  private static let capacity = 256

  /// - Parameters:
  ///   - provider: The source of credentials.
  ///   - proxy: The URL of the proxy, or `nil` or empty if there is none, or the environment configures it.
  ///   - isBase: Whether an origin is the base URL's, or there is no base URL.
  init(
    _ provider: CredentialProvider, proxy: String?, isBase: @escaping @Sendable (RequestURL.Origin) -> Bool
  ) {
    self.provider = provider
    self.proxy = proxy.flatMap { try? RequestURL($0).origin.description } ?? ""
    self.isBase = isBase
  }

  /// Whether the current task runs within a call of the provider.
  private var isWithinCall: Bool { Self.calls.contains { $0.store == ObjectIdentifier(self) } }

  /// Whether the current task runs within a call of the provider for a server.
  private func isWithinCall(for server: Server) -> Bool {
    Self.calls.contains { $0.store == ObjectIdentifier(self) && $0.server == server }
  }

  /// Returns the credential to send with a request before a challenge, or `nil` if there is none.
  ///
  /// - Parameters:
  ///   - origin: The origin of the request.
  ///   - session: Makes the session for ``CredentialChallenge/session``.
  ///   - deadline: The time until which to wait for the provider.
  func credential(
    for origin: RequestURL.Origin, session: @escaping @Sendable () -> Session, until deadline: Deadline
  ) async throws -> Credential? {
    // A credential that is about to be replaced is of no use to the request that gets the new one.
    if isWithinCall(for: .origin(origin)) { return nil }
    let (known, isAsked) = state.withLock { state in
      (state.latest[.origin(origin)], state.withoutCredential.contains(origin))
    }
    guard known == nil, provider.isPreemptive, !isAsked, !isWithinCall else { return known }
    let given = try await answer(Question(server: .origin(origin), session: session), until: deadline)
    if given == nil {
      state.withLock { state in
        if state.withoutCredential.count >= Self.capacity { state.withoutCredential = [] }
        state.withoutCredential.insert(origin)
      }
    }
    return given
  }

  /// The credential to send to the proxy before a challenge, or `nil` if there is none.
  var proxyCredential: Credential? { state.withLock { $0.latest[.proxy] } }

  /// Returns the credential that answers the challenges of a 401, or `nil` if there is none.
  ///
  /// - Parameters:
  ///   - challenges: The challenges of the response.
  ///   - origin: The origin of the request.
  ///   - sent: The credential that the request was sent with.
  ///   - session: Makes the session for ``CredentialChallenge/session``.
  ///   - deadline: The time until which to wait for the provider.
  func answer(
    _ challenges: [AuthenticationChallenge], of origin: RequestURL.Origin, sent: Credential?,
    session: @escaping @Sendable () -> Session, until deadline: Deadline
  ) async throws -> Credential? {
    try await answer(
      Question(challenges: challenges, server: .origin(origin), sent: sent, session: session),
      until: deadline)
  }

  /// Returns the credential that answers the challenges of a 407, or `nil` if there is none.
  func answerProxy(
    _ challenges: [AuthenticationChallenge], sent: Credential?, session: @escaping @Sendable () -> Session,
    until deadline: Deadline
  ) async throws -> Credential? {
    try await answer(
      Question(challenges: challenges, server: .proxy, sent: sent, session: session), until: deadline)
  }

  private func answer(_ question: Question, until deadline: Deadline) async throws -> Credential? {
    if isWithinCall { return nil }
    let space = question.space
    while true {
      // A cancelled task must not call the provider again that the last waiting one has abandoned.
      try Task.checkCancellation()
      let (known, asking) = state.withLock { state -> (Credential?, Asking?) in
        // The credential was renewed while the request was sent, or for another realm.
        if let known = state.known[space], known != question.sent { return (known, nil) }
        if let asking = state.asking[space] { return (nil, asking) }
        state.lastNumber += 1
        let number = state.lastNumber
        let asking = Asking(number: number, task: SharedTask { try await self.ask(question, number) })
        state.asking[space] = asking
        return (nil, asking)
      }
      guard let asking else { return known }
      do {
        return try await asking.task.value(until: deadline)
      } catch is SharedTask<Credential?>.Abandoned {
        state.withLock { $0.endAsking(asking.number, in: space) }
      }
    }
  }

  /// Calls the provider, and stores its credential.
  ///
  /// - Parameters:
  ///   - question: The question.
  ///   - number: The number of the call.
  private func ask(_ question: Question, _ number: Int) async throws -> Credential? {
    let (server, space) = (question.server, question.space)
    let result: Result<Credential?, any Error>
    do {
      let call = ProviderCall(store: ObjectIdentifier(self), server: server)
      let given = try await Self.$calls.withValue(Self.calls + [call]) {
        try await provider.credential(for: challenge(question))
      }
      // The same credential would be rejected again.
      result = .success(
        given.flatMap { usable($0, for: question) }.flatMap { $0 == question.sent ? nil : $0 })
    } catch let error as SessionError where error.code == .invalidated {
      result = .failure(error)
    } catch {
      result = .failure(
        error is CancellationError ? error : SessionError(.credentialsFailed, underlying: error))
    }
    return try state.withLock { state in
      // The waiting tasks have left, and another call may have a newer credential.
      guard state.asking[space]?.number == number else { throw CancellationError() }
      state.asking[space] = nil
      if state.known.count >= Self.capacity { state.known = [:] }
      if state.latest.count >= Self.capacity { state.latest = [:] }
      guard let credential = try result.get() else {
        if state.latest[server] == state.known[space] { state.latest[server] = nil }
        state.known[space] = nil
        return nil
      }
      state.known[space] = credential
      state.latest[server] = credential
      return credential
    }
  }

  /// Returns the form of a credential that can be sent, or `nil` if it cannot answer the challenges.
  private func usable(_ credential: Credential, for question: Question) -> Credential? {
    // libcurl does not pass on a proxy's challenges to CONNECT, and selects the scheme for a password itself.
    if question.server == .proxy, question.challenges?.isEmpty == true { return credential }
    if let challenges = question.challenges { return credential.answering(challenges.map(\.scheme)) }
    // The scheme for a password is unknown before a challenge.
    return credential.canBeSentUnasked ? credential : nil
  }

  private func challenge(_ question: Question) -> CredentialChallenge {
    let challenges = question.challenges ?? []
    let (origin, isProxy, isOfBaseURL) =
      switch question.server {
      case .origin(let origin): ("\(origin)", false, isBase(origin))
      case .proxy: (proxy, true, false)
      }
    return CredentialChallenge(
      origin: origin, isProxy: isProxy, realm: challenges.realm, schemes: challenges.map(\.scheme),
      rejected: question.rejected, isOfBaseURL: isOfBaseURL, session: question.session())
  }
}

extension [AuthenticationChallenge] {
  /// The first realm that a challenge names.
  fileprivate var realm: String? { lazy.compactMap(\.realm).first }
}
