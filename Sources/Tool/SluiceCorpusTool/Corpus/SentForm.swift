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
    /// The connection was closed without a response.
    case closed
    /// The connection was closed before the response was complete.
    case incomplete
    case hung
    /// No connection could be made, or none that is trusted.
    case unreachable
    /// The response is not HTTP, or there was another error.
    case broken

    /// The class in the table of statuses.
    var name: String {
      switch self {
      case .status(let status): "\(status / 100)xx"
      default: failure?.title ?? ""
      }
    }

    /// The deviation that this is, whatever the form requires, or `nil` if it is none.
    var failure: Deviation? {
      switch self {
      case .status(500...): .serverError
      case .status: nil
      case .reset: .reset
      case .closed: .closed
      case .incomplete: .incomplete
      case .hung: .hung
      case .unreachable: .unreachable
      case .broken: .broken
      }
    }
  }

  let entry: Corpus.Entry
  let response: Response
  /// The status or the error, in a few words.
  let detail: String
  let seconds: Double
  /// The error, if there is no response.
  var error: SessionError?

  /// The form as an input that the server has judged.
  var judged: JudgedInput {
    let (behavior, deviation): (Behavior, Deviation?) =
      switch response {
      // Some endpoints redirect after an accepted form. One that redirects every request accepts nothing.
      case .status(..<400): (.accepted(.nothing), entry.verdict == .reject ? .wronglyAccepted : nil)
      // An endpoint for forms may refuse other multipart bodies.
      case .status(..<500): (.rejected, entry.verdict == .accept && entry.isForm ? .wronglyRejected : nil)
      default: (.failed(response.failure ?? .broken), response.failure)
      }
    return JudgedInput(
      entry, Observation(behavior: behavior, detail: detail, seconds: seconds, errors: ""), deviation)
  }
}

extension Corpus.Entry {
  /// Whether the bytes are sent as `multipart/form-data`.
  var isForm: Bool { contentType?.lowercased().hasPrefix("multipart/form-data") == true }
}

extension SentForm {
  /// Creates a form that has failed.
  ///
  /// - Parameters:
  ///   - entry: The form.
  ///   - error: The error.
  ///   - status: The status of the response, or `nil` if its head is incomplete.
  ///   - isConnected: Whether there was a connection that the form could be sent on.
  ///   - seconds: The time that it took.
  init(
    _ entry: Corpus.Entry, _ error: SessionError, after status: Int?, isConnected: Bool, seconds: Double
  ) {
    let response: Response =
      switch error.code {
      case .unknownHost, .connectionFailed, .proxyRefused, .untrusted: .unreachable
      case _ where !isConnected: .unreachable
      case .timedOut: .hung
      case .connectionLost:
        if ["reset by peer", "Broken pipe"].contains(where: error.message.contains) {
          .reset
        } else {
          status != nil || Self.incompleteHeads.contains(where: error.message.contains)
            ? .incomplete : .closed
        }
      default: .broken
      }
    let reason = "\(error.code): \(error.message)"
    self.init(
      entry: entry, response: response, detail: status.map { "status \($0), then \(reason)" } ?? reason,
      seconds: seconds, error: error)
  }

  /// Messages about a connection that was closed within the head of a response.
  private static let incompleteHeads = ["head is incomplete", "transfer closed with"]
}

/// What a server has done with the forms of the corpus.
struct SendReport {
  let forms: [SentForm]
  let memory: ServerMemory?
  /// The valid form that was sent last.
  let health: SentForm
  /// The last form before that which has reached the server.
  let last: SentForm?
  /// The patterns that have selected the forms.
  let patterns: [String]
  /// The parts of the request that are not in the report.
  let leftOut: [String]

  /// Whether the server still works.
  var isHealthy: Bool {
    guard case .status(let status) = health.response else { return false }
    return status < 400
  }

  /// The number of forms with each class of status or failure.
  var counts: [(count: Int, name: String)] {
    var counts: [String: Int] = [:]
    for form in forms { counts[form.response.name, default: 0] += 1 }
    // Some servers send statuses that HTTP does not define, such as 999.
    let statuses = (1...9).map { "\($0)xx" }.filter { counts[$0] != nil }
    let others: [SentForm.Response] = [.reset, .closed, .incomplete, .hung, .unreachable, .broken]
    return (statuses + others.map(\.name)).map { (counts[$0] ?? 0, $0) }
  }

  /// What is known about the server, in lines.
  var remarks: [String] { [memory?.line, healthLine, leftOutLine].compactMap { $0 } }

  private var healthLine: String {
    let state = isHealthy ? "works" : "does not work"
    return "the server \(state): \(health.detail) for the valid form \(health.entry.name)\(suspect)"
  }

  private var leftOutLine: String? {
    leftOut.isEmpty ? nil : "not in reports, because it may be secret: \(leftOut.joined(separator: ", "))"
  }

  /// The form that may have broken the server.
  private var suspect: String {
    if isHealthy { return "" }
    return last.map { "; the last form that reached it was \($0.entry.name)" } ?? ""
  }

  /// The valid form at the end as a check: it must be accepted, by the process that was there at the start.
  var check: JudgedInput {
    let judged = health.judged
    let hasEnded = memory.map { $0.after == nil } ?? false
    let ending = memory.map { hasEnded ? "; process \($0.process) has ended" : "" } ?? ""
    let deviation = judged.deviation ?? (hasEnded ? .ended : nil)
    let observation = Observation(
      behavior: judged.observation.behavior, detail: health.detail + suspect + ending,
      seconds: health.seconds,
      errors: "")
    return JudgedInput(
      check: "(valid form at the end)", health.entry, observation, deviation, patterns: patterns)
  }
}
