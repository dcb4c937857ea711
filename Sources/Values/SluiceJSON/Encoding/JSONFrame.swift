internal import SluiceSupport

/// The state of a value that is being written.
///
/// A frame belongs to a value whose `encode(to:)` is running, or to a nested container.
///
/// It is bitwise copyable, because the frames of all values together take much of the time otherwise.
struct JSONFrame: BitwiseCopyable {
  /// The progress of a frame.
  enum State: BitwiseCopyable {
    /// Nothing has been written yet.
    case pending
    /// An open container.
    case object, array
    /// A container whose closing bracket has been written. Further content is written by its continuation.
    case closed
    /// A complete value that is not a container.
    case complete
    /// A value that a ``JSONWritable`` type is writing.
    case direct
  }

  /// The step from the enclosing frame to this one.
  enum Step: BitwiseCopyable {
    /// No step: the outermost frame of an emitter.
    case root
    case key(JSONKeyReference)
    /// The key of a nested container, at a position in ``JSONOpenKeys/nested``.
    case nestedKey(Int)
    case index(Int)
    /// Several steps, which the text from the start of the enclosing frame to this one shows.
    case written
  }

  /// A reference to a frame that becomes invalid when the frame is removed.
  ///
  /// Later frames reuse its index, but have other serial numbers.
  struct Reference: BitwiseCopyable {
    let index: Int32
    let serial: UInt32

    /// A reference for a container that accepts no values: it was complete or too deep when it was requested.
    static let dead = Reference(index: -1, serial: 0)
  }

  /// The index of the enclosing frame, or -1 for the root.
  let parent: Int
  let serial: UInt32
  let step: Step
  /// The number of enclosing containers.
  let depth: Int
  /// The offset of the value in the buffer.
  let start: Int
  var state = State.pending
  var isArray = false
  /// The number of elements or members.
  var count = 0
  /// The offset of the closing bracket in the buffer.
  var end = 0
  /// The position in ``JSONInsertions/continuations`` of the emitter of further content after the container is closed.
  var continuation: Int?
  /// The cached texts of the object's keys.
  var keyTexts: JSONKeyTexts.Reference
  /// The position in ``keyTexts`` of the key that is expected next.
  var nextKey = 0
  /// A bit for each key in ``keyTexts`` that the object has.
  var keyBits: UInt64 = 0
  /// The number of keys in ``JSONOpenKeys/nested`` when the frame was added.
  let firstNestedKey: Int
  /// The position in ``JSONOpenKeys/hashes`` of the first hash of the object's other keys.
  var firstKey = 0
  /// Whether the object may have members whose keys are neither in ``keyBits`` nor in the hashes.
  var hasUnknownKeys = false

  /// Whether the frame accepts content.
  var isOpen: Bool {
    switch state {
    case .pending, .object, .array: true
    case .closed, .complete, .direct: false
    }
  }
}
