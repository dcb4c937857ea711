import TestedClients

/// A row of the table of clients.
enum Row: String, CaseIterable {
  case redirect = "a 307 of an upload"
  case challenge = "a 401, with a password"
  case retry = "a 503, for a GET"
  case cancellation = "cancelling in the middle of a body"
  case slowServer = "a server that stalls"
  case shortBody = "a body that is cut short"
  case exactLength = "the length of a form"
  case memory = "a form of 1 GiB"

  /// Returns what happens with a client, as the table says it.
  func outcome(with client: TestedClient) -> String {
    let isSession = client == .libcurl || client == .session
    return switch self {
    case .redirect: isSession ? "the whole form is sent again" : "the 307 is the response"
    case .challenge: isSession ? "answered" : "the 401 is an error"
    case .retry: isSession ? "sent again" : "the 503 is an error"
    case .cancellation: "the connection ends"
    case .slowServer: client == .urlSession ? "`URLError.timedOut`" : "`timed-out`"
    case .shortBody: client == .urlSession ? "`URLError.unknown`" : "`connection-lost`"
    case .exactLength: client == .urlSession ? "exact, from a file" : "exact"
    case .memory: "less than 25 MiB"
    }
  }
}
