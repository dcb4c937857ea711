internal import Sluice
internal import SluiceFuzz
internal import SluiceTool

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
    // An endpoint for forms may refuse other multipart bodies.
    case .status(400..<500): entry.verdict == .accept && entry.isForm ? .wronglyRejected : nil
    case .status: nil
    case .reset: .reset
    case .closed: .closed
    case .hung: .hung
    case .unreachable: .unreachable
    case .broken: .broken
    }
  }
}

extension Corpus.Entry {
  /// Whether the bytes are sent as `multipart/form-data`.
  var isForm: Bool { contentType?.lowercased().hasPrefix("multipart/form-data") == true }
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

/// What a server has done with the forms of the corpus.
struct SendReport {
  let forms: [SentForm]
  let memory: ServerMemory?
  /// The valid form that was sent last.
  let health: SentForm
  /// The last form before that which has reached the server.
  let last: SentForm?
  let seconds: Double

  /// Whether the server still works.
  var isHealthy: Bool {
    guard case .status(let status) = health.response else { return false }
    return status < 400
  }

  /// The number of forms that were not treated as required.
  var deviatingCount: Int { forms.count { $0.deviation != nil } }

  /// Whether the server has done everything as required.
  var isGood: Bool { deviatingCount == 0 && isHealthy && (memory.map { $0.after != nil } ?? true) }

  /// The table for a terminal.
  var table: String {
    var counts: [String: Int] = [:]
    for form in forms { counts[form.response.name, default: 0] += 1 }
    let statuses = ["1xx", "2xx", "3xx", "4xx", "5xx"]
    let others: [SentForm.Response] = [.reset, .closed, .hung, .unreachable, .broken]
    let names = statuses.filter { counts[$0] != nil } + others.map(\.name)
    var text = TextTable(rows: names.map { ["\(counts[$0] ?? 0)", $0] }, numberColumns: [0]).text
    for deviation in SentForm.Deviation.allCases {
      let forms = forms.filter { $0.deviation == deviation }
      if forms.isEmpty { continue }
      let rows = forms.map { [$0.entry.name, $0.entry.rule ?? "", $0.detail] }
      text += "\n\(deviation.rawValue)\n" + TextTable(rows: rows, indentation: "  ").text
    }
    text += "\n"
    if let memory { text += memory.line + "\n" }
    return text + TextTable(rows: [[healthLine], [summary]]).text
  }

  private var healthLine: String {
    if isHealthy { return "the server works: \(health.detail) for the valid form \(health.entry.name)" }
    let suspect = last.map { "; the last form that reached it was \($0.entry.name)" } ?? ""
    return "the server does not work: \(health.detail) for the valid form \(health.entry.name)\(suspect)"
  }

  private var summary: String {
    "multipart: \(forms.count) forms in \(QuantityText.decimal(seconds, places: 1)) s, "
      + (deviatingCount == 0 ? "all as expected" : "\(deviatingCount) deviating")
  }
}
