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
  case ended
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
    .serverError, .reset, .closed, .incomplete, .hung, .unreachable, .broken, .ended, .wronglyAccepted,
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
    case .incomplete: "incomplete response"
    case .unreachable: "unreachable"
    case .broken: "broken response"
    case .ended: "process has ended"
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
  /// The name in reports.
  let name: String
  /// The patterns that select the inputs to repeat. Empty for all inputs.
  let patterns: [String]

  init(_ entry: Corpus.Entry, _ observation: Observation, _ deviation: Deviation?) {
    (self.entry, self.observation, self.deviation) = (entry, observation, deviation)
    (name, patterns) = (entry.name, [entry.name])
  }

  /// Creates a check of the subject after all inputs.
  ///
  /// - Parameters:
  ///   - name: The name in reports. No input has it.
  ///   - patterns: The patterns that have selected the inputs. The check depends on all of these inputs.
  init(
    check name: String, _ entry: Corpus.Entry, _ observation: Observation, _ deviation: Deviation?,
    patterns: [String]
  ) {
    (self.entry, self.observation, self.deviation) = (entry, observation, deviation)
    (self.name, self.patterns) = (name, patterns)
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
    var observation = observation
    if deviation == .otherResult {
      observation.detail = Self.difference(of: observation.behavior, from: entry.result)
    }
    if Self.isLarge(observation.behavior) { observation.behavior = .accepted(.nothing) }
    self.init(entry, observation, deviation)
  }

  /// What the program has done, in one line.
  var detail: String { observation.detail }

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
