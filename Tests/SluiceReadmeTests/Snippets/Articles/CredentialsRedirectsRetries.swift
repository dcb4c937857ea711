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
    let token: Token = try await challenge.session.post("oauth/token", grant, as: .form)
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

private func adaptor(configuration: inout Session.Configuration) {
  // Article
  configuration.adaptors = [
    { request in request.head.headerFields[.date] = now() }
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
  var request = try session.request(.post, "orders", order, as: .json)
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
  configuration.monitors = [LogMonitor(Logger(label: "api"), queries: .withoutValues)]
  // end
}
