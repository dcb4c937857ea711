/// What a parser is tried with.
enum Trial {
  /// An input that may be accepted or refused, unless a verdict says which.
  case input([UInt8], contentType: String? = nil, verdict: Corpus.Verdict = .either)
  /// An entry of the corpus, by its index among those of the format.
  case entry(Int)
  /// An input of which a part is repeated more and more often.
  case growth(Growth.Pump)
  /// Choices from which a generator makes a document, which is not parsed.
  case choices([UInt8])
}

extension Trial {
  /// The result of a trial.
  enum Outcome {
    /// All properties hold. A parser has accepted the input or refused it, and a target of a fuzzer does not say.
    case passed(isAccepted: Bool?)
    /// The document that was made, or `nil` if the choices make none.
    case made([UInt8]?)
    case failed(Failure)
  }
}

/// A property that does not hold.
struct Failure {
  enum Kind: UInt8 {
    case property, verdict, trap, hang
  }

  let kind: Kind
  let message: String
  /// The same text for inputs that fail in the same way.
  let key: String
  /// The return addresses of the code that trapped, the innermost first.
  var addresses: [UInt] = []
  /// The document that was being made.
  var recorded: [UInt8]?
}

/// What a run tries inputs with: the checks of a parser, or a target of a fuzzer.
struct Subject {
  let format: Corpus.Format?
  let optionByteCount: Int
  let maximumByteCount: Int
  let generate: FuzzTarget.Generator?
  /// Throws an error if a property does not hold, and returns whether a parser accepts the input.
  let perform: (Trial) throws -> Bool?
  /// Whether all of it runs in this process.
  let runsInProcess: Bool

  /// Tries the parser in this process.
  func outcome(of trial: Trial, recording record: ([UInt8]) -> Void) -> Trial.Outcome {
    if case .choices(let bytes) = trial {
      var choices = FuzzInput(bytes)
      return .made(generate?(&choices, record))
    }
    do {
      return .passed(isAccepted: try perform(trial))
    } catch {
      let isAboutVerdict = (error as? BrokenProperty)?.isAboutVerdict == true
      return .failed(
        Failure(
          kind: isAboutVerdict ? .verdict : .property, message: "\(error)", key: FailureKey(error).description
        ))
    }
  }
}

// MARK: Between processes

extension Trial {
  var message: Message {
    switch self {
    case .input(let bytes, let contentType, let verdict):
      Message([[0], bytes, Array((contentType ?? "").utf8), Array(verdict.rawValue.utf8)])
    case .entry(let index): Message([[1], Array("\(index)".utf8)])
    case .growth(let pump): Message([[2], pump.start, pump.unit, pump.end])
    case .choices(let bytes): Message([[3], bytes])
    }
  }

  /// Reads what ``message`` returned.
  init(_ message: Message) {
    switch message[0].first {
    case 1: self = .entry(Int(message.text(1)) ?? 0)
    case 2: self = .growth(Growth.Pump(start: message[1], unit: message[2], end: message[3]))
    case 3: self = .choices(message[1])
    default:
      self = .input(
        message[1], contentType: message[2].isEmpty ? nil : message.text(2),
        verdict: Corpus.Verdict(rawValue: message.text(3)) ?? .either)
    }
  }
}

extension Trial.Outcome {
  var message: Message {
    switch self {
    case .passed(let isAccepted): Message([[0], isAccepted.map { [$0 ? 1 : 0] } ?? []])
    case .made(let document): Message([[1]] + (document.map { [$0] } ?? []))
    case .failed(let failure):
      Message([[2], [failure.kind.rawValue], Array(failure.message.utf8), Array(failure.key.utf8)])
    }
  }

  /// Reads what ``message`` returned.
  init(_ message: Message) {
    switch message[0].first {
    case 0: self = .passed(isAccepted: message[1].first.map { $0 == 1 })
    case 1: self = .made(message.parts.count > 1 ? message[1] : nil)
    default:
      self = .failed(
        Failure(
          kind: message[1].first.flatMap(Failure.Kind.init) ?? .property, message: message.text(2),
          key: message.text(3)))
    }
  }
}
