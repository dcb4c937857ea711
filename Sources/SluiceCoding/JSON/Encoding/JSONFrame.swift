/// A value that is being written: what its `encode(to:)` was given, or a container that was opened in another.
struct JSONFrame {
  enum State {
    /// Nothing is written yet.
    case pending
    case object, array
    /// A container whose bracket is written. More of its content goes to a writer of its own.
    case closed
    /// Something else than a container is written.
    case filled
  }

  /// The way from the frame around it.
  enum Step {
    case root
    case key(any CodingKey)
    case index(Int)

    var codingPath: [any CodingKey] {
      switch self {
      case .root: []
      case .key(let key): [key]
      case .index(let index): [AnyCodingKey(index: index)]
      }
    }
  }

  /// Names a frame for as long as it is there.
  struct Reference {
    let index: Int32
    let serial: UInt32

    /// Of a frame that takes nothing: one that was complete, or too deep, when it was asked for.
    static let dead = Reference(index: -1, serial: 0)
  }

  let parent: Int
  let serial: UInt32
  let step: Step
  /// How many containers lie around it.
  let depth: Int
  /// Where its value begins.
  let start: Int
  var state = State.pending
  var isArray = false
  /// How many elements or members it has.
  var count = 0
  /// Where its closing bracket is.
  var end = 0
  /// What takes further content once it is closed.
  var continuation: JSONWriter?
  /// The texts of its keys, the place of the one that is expected next, and a bit for each that it has.
  var keyTexts: JSONKeyTexts
  var nextKey = 0
  var keyBits: UInt64 = 0
  /// Where the hashes of its other keys begin in the writer's list.
  var firstKey = 0

  var isOpen: Bool {
    switch state {
    case .pending, .object, .array: true
    case .closed, .filled: false
    }
  }
}
