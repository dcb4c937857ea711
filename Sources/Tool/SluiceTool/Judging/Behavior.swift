internal import Sluice

/// What a program has done with an input.
enum Behavior: Sendable {
  case accepted(Printed)
  case rejected
  case crashed
  case hung
  case outOfMemory
  /// A program that serves lines has printed something else than a reply.
  case unusableReply

  /// The result that a program has printed.
  enum Printed: Sendable {
    /// No result was asked for, or none was printed.
    case nothing
    case value(JSON.Value)
    /// The output is not a JSON document.
    case notJSON
  }

  /// The name in reports.
  var name: String {
    switch self {
    case .accepted: "accepted"
    case .rejected: "rejected"
    case .crashed: "crashed"
    case .hung: "hung"
    case .outOfMemory: "outOfMemory"
    case .unusableReply: "unusableReply"
    }
  }
}

/// What was observed when a program was given an input.
struct Observation: Sendable {
  let behavior: Behavior
  /// How the program has ended or what it has replied, in a few words; empty if it has accepted the input.
  let detail: String
  let seconds: Double
  /// The start of what the program has printed to standard error.
  let errors: String
}
