internal import SluiceBody
internal import SluiceCoding

/// What a session knows of credentials: those that its provider gave, and where they belong.
final class CredentialStore: Sendable {
  /// A credential that was given, and which giving it was: what was refused is told from what was renewed since.
  struct Known: Sendable, Equatable {
    let credential: Credential
    let number: Int
  }

  /// Where a credential is good: what a realm of an origin protects (RFC 9110 §11.5). Of proxies there is one.
  private enum Space: Hashable {
    case realm(String?, of: RequestURL.Origin)
    case proxy
  }

  /// One who can be asked, as far as a request that has not been sent yet can tell.
  private enum Server: Hashable {
    case origin(RequestURL.Origin)
    case proxy
  }

  private struct Asking {
    let number: Int
    let task: SharedTask<Known?>
  }

  private struct State {
    var known: [Space: Known] = [:]
    /// What goes with a request before it is known which realm it is for: what was given last.
    var latest: [Server: Known] = [:]
    var asking: [Space: Asking] = [:]
    /// Those for whom there was no credential, asked before they were.
    var withoutCredential: Set<RequestURL.Origin> = []
    var lastNumber = 0

    mutating func endAsking(_ number: Int, in space: Space) {
      if asking[space]?.number == number { asking[space] = nil }
    }
  }

  private let provider: CredentialProvider
  private let settings: ExchangeSettings
  private let proxy: String
  private let state = Lock(State())
  /// A server chooses its realms' names, and can choose many.
  private static let capacity = 256

  init(_ provider: CredentialProvider, settings: ExchangeSettings) {
    self.provider = provider
    self.settings = settings
    proxy = settings.configuration.proxy.flatMap { try? RequestURL($0).origin.description } ?? ""
  }

  /// What is sent with a request that has not been challenged.
  func credential(for origin: RequestURL.Origin) async throws -> Known? {
    let (known, isAsked) = state.withLock { state in
      (state.latest[.origin(origin)], state.withoutCredential.contains(origin))
    }
    guard known == nil, provider.isPreemptive, !isAsked else { return known }
    let given = try await answer(nil, of: .origin(origin), rejected: nil)
    if given == nil {
      state.withLock { state in
        if state.withoutCredential.count >= Self.capacity { state.withoutCredential = [] }
        state.withoutCredential.insert(origin)
      }
    }
    return given
  }

  var proxyCredential: Known? { state.withLock { $0.latest[.proxy] } }

  /// Answers the challenges of a 401.
  ///
  /// - Parameter sent: what the request had.
  func answer(
    _ challenges: [AuthenticationChallenge], of origin: RequestURL.Origin, sent: Known?
  ) async throws -> Known? {
    try await answer(challenges, of: .origin(origin), rejected: sent)
  }

  /// Answers the challenges of a 407.
  func answerProxy(_ challenges: [AuthenticationChallenge], sent: Known?) async throws -> Known? {
    try await answer(challenges, of: .proxy, rejected: sent)
  }

  /// - Parameter challenges: nil where nobody has asked yet.
  private func answer(
    _ challenges: [AuthenticationChallenge]?, of server: Server, rejected: Known?
  ) async throws -> Known? {
    let space = Self.space(challenges ?? [], of: server)
    while true {
      let (known, asking) = state.withLock { state -> (Known?, Asking?) in
        // Renewed while the request was on its way, or for another realm.
        if let known = state.known[space], known != rejected { return (known, nil) }
        if let asking = state.asking[space] { return (nil, asking) }
        state.lastNumber += 1
        let number = state.lastNumber
        let asking = Asking(
          number: number,
          task: SharedTask {
            try await self.ask(number, challenges, of: server, space, rejected: rejected?.credential)
          })
        state.asking[space] = asking
        return (nil, asking)
      }
      guard let asking else { return known }
      do {
        return try await asking.task.value()
      } catch is SharedTask<Known?>.Abandoned {
        state.withLock { $0.endAsking(asking.number, in: space) }
      }
    }
  }

  /// Asks the provider, and keeps what it gives.
  private func ask(
    _ number: Int, _ challenges: [AuthenticationChallenge]?, of server: Server, _ space: Space,
    rejected: Credential?
  ) async throws -> Known? {
    let result: Result<Credential?, any Error>
    do {
      let given = try await provider.credential(
        for: challenge(challenges ?? [], of: server, rejected: rejected))
      result = .success(given.flatMap { usable($0, for: challenges, of: server) })
    } catch {
      result = .failure(error)
    }
    return try state.withLock { state in
      state.endAsking(number, in: space)
      if state.known.count >= Self.capacity { state.known = [:] }
      if state.latest.count >= Self.capacity { state.latest = [:] }
      guard let credential = try result.get() else {
        if state.latest[server] == state.known[space] { state.latest[server] = nil }
        state.known[space] = nil
        return nil
      }
      let known = Known(credential: credential, number: number)
      state.known[space] = known
      state.latest[server] = known
      return known
    }
  }

  private func usable(
    _ credential: Credential, for challenges: [AuthenticationChallenge]?, of server: Server
  ) -> Credential? {
    // libcurl keeps to itself what a proxy said in answer to CONNECT, and finds out itself how it wants a password proved.
    if server == .proxy, challenges?.isEmpty == true { return credential }
    if let challenges { return credential.answering(challenges.map(\.scheme)) }
    // Before a server has asked, nobody knows how it wants a password proved.
    return credential.canBeSentUnasked ? credential : nil
  }

  private func challenge(
    _ challenges: [AuthenticationChallenge], of server: Server, rejected: Credential?
  ) -> CredentialChallenge {
    let (origin, isProxy, isOfBaseURL) =
      switch server {
      case .origin(let origin): ("\(origin)", false, settings.isBase(origin))
      case .proxy: (proxy, true, false)
      }
    return CredentialChallenge(
      origin: origin, isProxy: isProxy, realm: challenges.realm, schemes: challenges.map(\.scheme),
      rejected: rejected, isOfBaseURL: isOfBaseURL)
  }

  private static func space(_ challenges: [AuthenticationChallenge], of server: Server) -> Space {
    switch server {
    case .origin(let origin): .realm(challenges.realm, of: origin)
    case .proxy: .proxy
    }
  }
}

extension [AuthenticationChallenge] {
  /// The first that is named.
  fileprivate var realm: String? { lazy.compactMap(\.realm).first }
}
