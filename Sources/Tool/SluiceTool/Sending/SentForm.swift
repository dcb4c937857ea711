internal import Sluice
internal import SluiceFuzz

/// A form that was sent to a server, and what the server has done with it.
struct SentForm: Sendable {
  /// What a server has done.
  enum Response: Sendable, Equatable {
    case status(Int)
    /// The connection was reset.
    case reset
    /// The connection was closed before the response was complete.
    case closed
    case hung
    /// No connection could be made.
    case unreachable
    /// The response is not HTTP, or there was another error.
    case broken

    /// The class in the table of statuses.
    var name: String {
      switch self {
      case .status(let status): "\(status / 100)xx"
      case .reset: "connection reset"
      case .closed: "closed without a response"
      case .hung: "hung"
      case .unreachable: "unreachable"
      case .broken: "broken response"
      }
    }
  }

  /// How a server has deviated from what a form requires.
  enum Deviation: String, CaseIterable {
    case serverError = "server error (5xx)"
    case reset = "connection reset"
    case closed = "closed without a response"
    case hung = "hung"
    case unreachable = "unreachable"
    case broken = "broken response"
    case wronglyAccepted = "accepted what must be rejected (2xx, 3xx)"
    case wronglyRejected = "rejected what must be accepted (4xx)"
  }

  let entry: Corpus.Entry
  let response: Response
  /// The status or the error, in a few words.
  let detail: String

  /// The deviation, or `nil` if the server has done what the form requires.
  var deviation: Deviation? {
    switch response {
    case .status(500...): .serverError
    // Some endpoints redirect after an accepted form. One that redirects every request accepts nothing.
    case .status(200..<400): entry.verdict == .reject ? .wronglyAccepted : nil
    case .status(400..<500): entry.verdict == .accept ? .wronglyRejected : nil
    case .status: nil
    case .reset: .reset
    case .closed: .closed
    case .hung: .hung
    case .unreachable: .unreachable
    case .broken: .broken
    }
  }
}

extension SentForm {
  /// Creates a form that has failed.
  init(_ entry: Corpus.Entry, _ error: SessionError) {
    let response: Response =
      switch error.code {
      case .timedOut: .hung
      case .unknownHost, .connectionFailed, .proxyRefused: .unreachable
      case .connectionLost:
        error.message.contains("reset by peer") || error.message.contains("Broken pipe") ? .reset : .closed
      default: .broken
      }
    self.init(entry: entry, response: response, detail: "\(error.code): \(error.message)")
  }
}
