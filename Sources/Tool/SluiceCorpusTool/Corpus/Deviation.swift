internal import Sluice
internal import SluiceFuzz

/// How a program or a server has deviated from what an input requires.
enum Deviation: String, CaseIterable, Sendable {
  case crashed
  case hung
  case outOfMemory
  case serverError
  case reset
  case closed
  case incomplete
  case unreachable
  case broken
  case wronglyAccepted
  case wronglyRejected
  case otherResult
  case unusableReply

  /// The deviations of a program.
  static let ofPrograms: [Self] = [
    .crashed, .hung, .outOfMemory, .wronglyAccepted, .wronglyRejected, .otherResult, .unusableReply,
  ]
  /// The deviations of a server.
  static let ofServers: [Self] = [
    .serverError, .reset, .closed, .incomplete, .hung, .unreachable, .broken, .wronglyAccepted,
    .wronglyRejected,
  ]

  /// The title in tables.
  var title: String {
    switch self {
    case .crashed: "crashed"
    case .hung: "hung"
    case .outOfMemory: "out of memory"
    case .serverError: "server error (status 500 or above)"
    case .reset: "connection reset"
    case .closed: "closed without a response"
    case .unreachable: "unreachable"
    case .incomplete: "incomplete response"
    case .broken: "broken response"
    case .wronglyAccepted: "accepted what must be rejected"
    case .wronglyRejected: "rejected what must be accepted"
    case .otherResult: "other result"
    case .unusableReply: "unusable reply"
    }
  }

  /// Whether the program or the server itself has failed, instead of its judgment.
  var isFailure: Bool {
    switch self {
    case .wronglyAccepted, .wronglyRejected, .otherResult: false
    default: true
    }
  }
}

/// An input and what a program or a server has done with it.
struct JudgedInput: Sendable {
  let entry: Corpus.Entry
  let observation: Observation
  /// The deviation, or `nil` if the program has done what the input requires.
  let deviation: Deviation?
  /// What the program has done, in one line.
  let detail: String

  init(_ entry: Corpus.Entry, _ observation: Observation, _ deviation: Deviation?) {
    (self.entry, self.observation, self.deviation) = (entry, observation, deviation)
    detail = observation.detail
  }

  /// Creates an input that a program was given.
  ///
  /// A result of more than 64 KiB is not kept, since a program can print many.
  init(_ entry: Corpus.Entry, _ observation: Observation) {
    let deviation: Deviation? =
      switch observation.behavior {
      case .failed(let deviation): deviation
      case .rejected: entry.verdict == .accept ? .wronglyRejected : nil
      case .accepted(let printed):
        if entry.verdict == .reject {
          .wronglyAccepted
        } else {
          Self.isExpected(printed, entry.result) ? nil : .otherResult
        }
      }
    self.entry = entry
    self.deviation = deviation
    detail =
      deviation == .otherResult
      ? Self.difference(of: observation.behavior, from: entry.result) : observation.detail
    self.observation = Self.isLarge(observation.behavior) ? observation.withoutResult : observation
  }

  private static func isLarge(_ behavior: Behavior) -> Bool {
    guard case .accepted(.value(let value)) = behavior else { return false }
    return value.bytes().count > 64 << 10
  }

  private static func isExpected(_ printed: Behavior.Printed, _ expected: JSON.Value?) -> Bool {
    guard let expected else { return true }
    switch printed {
    case .nothing: return true
    case .notJSON: return false
    case .value(let value): return JSONEquality.areSame(value, expected)
    }
  }

  private static func difference(of behavior: Behavior, from expected: JSON.Value?) -> String {
    let printed =
      switch behavior {
      case .accepted(.value(let value)): excerpt(value)
      default: "no result"
      }
    return "printed \(printed), expected \(expected.map(excerpt) ?? "another")"
  }

  private static func excerpt(_ value: JSON.Value) -> String {
    let bytes = value.bytes(formatting: .withoutEscapingSlashes)
    return String(decoding: bytes.prefix(80), as: UTF8.self) + (bytes.count > 80 ? "…" : "")
  }
}
