// The snippets of "Credentials, redirects and retries", formatted as there.
// swift-format-ignore-file

import Logging
import Sluice

private struct Token: Decodable { var accessToken: String }

private let grant = ["grant_type": "client_credentials"]

private func now() -> String { "" }

private func fixed(token: String, password: String) {
  // Article
  var configuration = Session.Configuration(baseURL: "https://api.example.com/v1/")
  configuration.credentials = .fixed(.bearer(token))
  configuration.credentials = .fixed(.password(user: "ada", password: password))
  // end
  _ = configuration
}

private func provider(configuration: inout Session.Configuration) {
  // Article
  configuration.credentials = CredentialProvider(isPreemptive: true) { challenge in
    guard challenge.isOfBaseURL else { return nil }
    let token: Token = try await challenge.session.post("oauth/token", grant, encoding: .urlEncoded)
    return .bearer(token.accessToken)
  }
  // end
}

private func field(configuration: inout Session.Configuration, apiKey: String) {
  // Article
  var key = HTTPField(name: .init("X-API-Key")!, value: apiKey)
  key.indexingStrategy = .disallow                     // sensitive: never in a log, and not to another origin
  configuration.fields.append(key)
  // end
}

private func cookies(session: Session) async {
  // Article
  for cookie in session.cookies() { print(cookie.name, cookie.domain, cookie.isSecure) }
  await session.removeCookies { $0.domain == "api.example.com" }
  // end
}

private func middleware(configuration: inout Session.Configuration) {
  // Article
  configuration.middleware = [
    { request, next in                                   // measures
      let start = ContinuousClock.now
      let response = try await next(request)
      print(request.head.method, response.head.status, ContinuousClock.now - start)
      return response
    },
    { request, next in                                   // makes a response, without a network
      guard request.head.path == "/v1/users/1" else { return try await next(request) }
      let head = HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"])
      return SessionResponse(head, body: Array(#"{"name": "Ann"}"#.utf8))
    },
  ]
  // end
}

private actor Tokens {
  var current = ""
  func renewed() async throws -> String { current }
}

private func token(configuration: inout Session.Configuration, tokens: Tokens) {
  // Article
  configuration.middleware = [
    { request, next in
      var request = request
      request.head.headerFields[.authorization] = "Bearer \(await tokens.current)"
      let response = try await next(request)
      guard response.head.status == .unauthorized else { return response }
      await response.discard()                           // so that its connection is used again
      request.head.headerFields[.authorization] = "Bearer \(try await tokens.renewed())"
      return try await next(request)
    }
  ]
  // end
}

private func signature(
  configuration: inout Session.Configuration, signatureName: HTTPField.Name, key: [UInt8]
) {
  // Article
  configuration.middleware = [
    { request, next in
      var request = request
      let content = try await request.body?.sha256() ?? SHA256Sum(of: [])
      let parts = [request.head.method.rawValue, request.head.path ?? "/", now(), "\(content)"]
      request.head.headerFields[.date] = parts[2]
      request.head.headerFields[signatureName] = "\(SHA256Sum(of: parts.joined(separator: "\n").utf8, key: key))"
      return try await next(request)
    }
  ]
  // end
}

private func cookiesAndTrust(configuration: inout Session.Configuration) {
  // Article
  configuration.cookies = .file("cookies.txt")         // written when they change, before a response is returned
  configuration.trust.authorities = .systemAnd(.file("company.pem"))
  // end
}

private func redirects(configuration: inout Session.Configuration) {
  // Article
  configuration.redirects.maximumCount = 5             // with 0, the redirect itself is the response
  configuration.redirects.decide = { redirect, next in
    next.authority == "api.example.com" ? .follow : .refuse
  }
  // end
}

private func retries(configuration: inout Session.Configuration) {
  // Article
  configuration.retries = .standard
  configuration.retries.maximumCount = 5
  configuration.retries.maximumNetworkWait = .seconds(60)    // without a route, waits for one instead of the delay
  // end
}

private func repeatable(session: Session, order: Order) async throws {
  // Article
  var request = try session.request(.post, "orders", order, encoding: .json)
  request.options.retries = .standard
  request.options.retries?.methods = nil               // all methods
  let receipt = try await session.send(request, decoding: .json(Receipt.self))
  // end
  _ = receipt
}

private func decide(configuration: inout Session.Configuration) {
  // Article
  configuration.retries.decide = { failure in
    failure.response?.status == .conflict ? .retry(after: .seconds(1)) : .standard
  }
  // end
}

private func logs(configuration: inout Session.Configuration) {
  // Article
  var logger = Logger(label: "api")
  logger.logLevel = .debug                             // by default `.info`, which hides most messages
  configuration.monitors = [LogMonitor(logger, queries: .withoutValues)]
  // end
}
