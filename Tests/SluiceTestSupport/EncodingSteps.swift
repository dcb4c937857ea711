import FoundationEssentials

/// A step in which a type encodes a member, or itself, once more.
package enum EncodingStep: String, CaseIterable, Sendable {
  case scalar, data
  /// A dictionary, a type, and arrays of scalars and of types, each as a whole.
  case dictionary, object, array, objects
  case keyed, unkeyed
  /// What the encoder of `superEncoder(forKey:)` encodes. Only members have such steps.
  case superKeyed, superUnkeyed, superScalar, superNothing

  package static let ofMembers = allCases
  package static let ofWholes: [EncodingStep] = allCases.filter { !$0.rawValue.hasPrefix("super") }

  /// All orders of up to `count` of the steps.
  package static func orders(of steps: [EncodingStep], upTo count: Int) -> [[EncodingStep]] {
    var orders: [[EncodingStep]] = [[]]
    for order in 0..<count {
      orders += orders.filter { $0.count == order }.flatMap { order in steps.map { order + [$0] } }
    }
    return orders.filter { !$0.isEmpty }
  }

  fileprivate enum Kind { case nothing, scalar, object, array }

  fileprivate var kind: Kind {
    switch self {
    case .scalar, .data, .superScalar: .scalar
    case .dictionary, .object, .keyed, .superKeyed, .superNothing: .object
    case .array, .objects, .unkeyed, .superUnkeyed: .array
    }
  }

  fileprivate var isContainer: Bool { self == .keyed || self == .unkeyed }
}

/// What Foundation's encoders do with steps.
package enum EncodingOutcome: Equatable {
  /// The result is defined.
  case same
  /// They trap, or drop a value.
  case refused
  /// They trap, although all values are containers of the same kind, or others have replaced them.
  case trapped
}

/// A type with a member that it encodes in steps.
package struct MemberInSteps: Encodable, Sendable {
  package let steps: [EncodingStep]

  package init(_ steps: [EncodingStep]) { self.steps = steps }

  package var outcome: EncodingOutcome {
    var kind = EncodingStep.Kind.nothing
    var outcome = EncodingOutcome.same
    for step in steps {
      if step.isContainer {
        if kind != .nothing, kind != step.kind { outcome = .refused }
      } else if outcome == .refused {
        // The step replaces the member.
        outcome = .trapped
      }
      if kind == .nothing || !step.isContainer || outcome == .same { kind = step.kind }
    }
    return outcome
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: StepKey.self)
    try container.encode("before", forKey: StepKey("a"))
    for (number, step) in steps.enumerated() {
      let key = StepKey("member")
      switch step {
      case .scalar: try container.encode(number, forKey: key)
      case .data: try container.encode(Data([1]), forKey: key)
      case .dictionary: try container.encode(["d\(number)": number, "same": number], forKey: key)
      case .object: try container.encode(Members(number), forKey: key)
      case .array: try container.encode([number], forKey: key)
      case .objects: try container.encode([Members(number)], forKey: key)
      case .keyed:
        var nested = container.nestedContainer(keyedBy: StepKey.self, forKey: key)
        try Members(number).encode(in: &nested)
      case .unkeyed:
        var nested = container.nestedUnkeyedContainer(forKey: key)
        try nested.encode(number)
      case .superKeyed: try Members(number).encode(to: container.superEncoder(forKey: key))
      case .superUnkeyed: try [number].encode(to: container.superEncoder(forKey: key))
      case .superScalar: try number.encode(to: container.superEncoder(forKey: key))
      case .superNothing: _ = container.superEncoder(forKey: key)
      }
    }
    try container.encode("after", forKey: StepKey("z"))
  }
}

/// A type whose member encodes itself in steps.
package struct WholeInSteps: Encodable, Sendable {
  private struct Whole: Encodable {
    let steps: [EncodingStep]

    func encode(to encoder: any Encoder) throws {
      for (number, step) in steps.enumerated() {
        switch step {
        case .scalar: try encode(number, in: encoder)
        case .data: try encode(Data([1]), in: encoder)
        case .dictionary: try encode(["d\(number)": number, "same": number], in: encoder)
        case .object: try encode(Members(number), in: encoder)
        case .array: try encode([number], in: encoder)
        case .objects: try encode([Members(number)], in: encoder)
        case .keyed:
          var container = encoder.container(keyedBy: StepKey.self)
          try Members(number).encode(in: &container)
        case .unkeyed:
          var container = encoder.unkeyedContainer()
          try container.encode(number)
        case .superKeyed, .superUnkeyed, .superScalar, .superNothing: break
        }
      }
    }

    private func encode(_ value: some Encodable, in encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  private let whole: Whole
  package var steps: [EncodingStep] { whole.steps }

  package init(_ steps: [EncodingStep]) { whole = Whole(steps: steps) }

  /// - Parameter continuesContainers: Whether a value is added to a container, as by `JSONEncoder`.
  package func outcome(continuesContainers: Bool) -> EncodingOutcome {
    var kind = EncodingStep.Kind.nothing
    var isOpen = false
    var outcome = EncodingOutcome.same
    for step in steps {
      if kind != .nothing {
        if kind != step.kind || kind == .scalar { return .refused }
        if !step.isContainer, !isOpen || !continuesContainers { outcome = .trapped }
      }
      kind = step.kind
      isOpen = step.isContainer
    }
    return outcome
  }
}

private struct StepKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ text: String) { stringValue = text }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}

private struct Members: Encodable {
  let number: Int

  init(_ number: Int) { self.number = number }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: StepKey.self)
    try encode(in: &container)
  }

  func encode(in container: inout KeyedEncodingContainer<StepKey>) throws {
    try container.encode(number, forKey: StepKey("k\(number)"))
    try container.encode(number, forKey: StepKey("same"))
    var nested = container.nestedContainer(keyedBy: StepKey.self, forKey: StepKey("nested"))
    try nested.encode(number, forKey: StepKey("n\(number)"))
    var list = container.nestedUnkeyedContainer(forKey: StepKey("list"))
    try list.encode(number)
  }
}
