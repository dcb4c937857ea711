internal import Sluice
internal import SluiceFuzz

/// How a program has deviated from what an input requires.
enum Deviation: String, CaseIterable, Sendable {
  case crashed
  case hung
  case outOfMemory
  case wronglyAccepted
  case wronglyRejected
  case otherResult
  case unusableReply

  /// The title in tables.
  var title: String {
    switch self {
    case .crashed: "crashed"
    case .hung: "hung"
    case .outOfMemory: "out of memory"
    case .wronglyAccepted: "accepted what must be rejected"
    case .wronglyRejected: "rejected what must be accepted"
    case .otherResult: "other result"
    case .unusableReply: "unusable reply"
    }
  }

  /// Whether the program itself has failed, instead of its judgment.
  var isFailureOfProgram: Bool {
    switch self {
    case .crashed, .hung, .outOfMemory, .unusableReply: true
    case .wronglyAccepted, .wronglyRejected, .otherResult: false
    }
  }
}

/// An input and what a program has done with it.
struct JudgedInput: Sendable {
  let entry: Corpus.Entry
  let observation: Observation
  /// The deviation, or `nil` if the program has done what the input requires.
  let deviation: Deviation?

  init(_ entry: Corpus.Entry, _ observation: Observation) {
    self.entry = entry
    self.observation = observation
    deviation =
      switch observation.behavior {
      case .crashed: .crashed
      case .hung: .hung
      case .outOfMemory: .outOfMemory
      case .unusableReply: .unusableReply
      case .rejected: entry.verdict == .accept ? .wronglyRejected : nil
      case .accepted(let printed):
        if entry.verdict == .reject {
          .wronglyAccepted
        } else {
          Self.isExpected(printed, entry.result) ? nil : .otherResult
        }
      }
  }

  private static func isExpected(_ printed: Behavior.Printed, _ expected: JSON.Value?) -> Bool {
    guard let expected else { return true }
    switch printed {
    case .nothing: return true
    case .notJSON: return false
    case .value(let value): return JSONEquality.areSame(value, expected)
    }
  }

  /// What the program has done, in one line.
  var detail: String {
    guard deviation == .otherResult, let expected = entry.result else { return observation.detail }
    let printed =
      switch observation.behavior {
      case .accepted(.value(let value)): Self.excerpt(value)
      default: "no JSON document"
      }
    return "printed \(printed), expected \(Self.excerpt(expected))"
  }

  private static func excerpt(_ value: JSON.Value) -> String {
    let bytes = value.bytes(formatting: .withoutEscapingSlashes)
    return String(decoding: bytes.prefix(80), as: UTF8.self) + (bytes.count > 80 ? "…" : "")
  }
}
