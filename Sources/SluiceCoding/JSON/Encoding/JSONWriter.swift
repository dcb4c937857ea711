/// Writes values straight into a buffer, one after the other.
///
/// A `Codable` type may hold several containers open and fill them in any order. Nearly all fill the innermost
/// until it is complete. Where content comes for a container that is closed already, and for the hidden
/// container of `superEncoder()`, another writer takes it, and is put where it belongs in the end.
///
/// Exclusivity is unchecked where the check would cost a share of the time: one thread has the writer, and no access lasts
/// while a type of the caller's runs.
final class JSONWriter {
  let strategies: JSON.Encoder
  let buffer = JSONBuffer()
  let userInfo: [CodingUserInfoKey: Any]
  let escapesSlashes: Bool
  /// The frames of the values being written, each after the one around it.
  @safe @exclusivity(unchecked) var frames: [JSONFrame] = []
  /// The frame that is written to. Those around it are open, too.
  @safe @exclusivity(unchecked) var innermost = -1
  /// The keys of the types of coding keys.
  @safe @exclusivity(unchecked) private var keyTexts = JSONPlanCache<JSONKeyTexts>()
  /// The keys of objects that are written on where another writer began them.
  private let otherKeyTexts = JSONKeyTexts()
  /// The open objects' keys that are not among them.
  @safe @exclusivity(unchecked) var keys = JSONKeyHashes()
  /// Whether an object may have two members of one name, of which the last counts.
  @safe @exclusivity(unchecked) var mayRepeatKeys = false
  /// Why the whole fails, found where nothing can throw.
  private var failure: EncodingError?
  /// Other writers, and where their content belongs.
  @safe @exclusivity(unchecked) var insertions: [(position: Int, writer: JSONWriter)] = []
  /// The path and depth of the first frame.
  private let basePath: [any CodingKey]
  private let baseDepth: Int
  /// Whether the first frame goes on with a container whose brackets stand elsewhere.
  private let isContinuation: Bool
  var snakeCasedKeys: [ExactString: String] = [:]
  @safe @exclusivity(unchecked) private var plans = JSONPlanCache<JSONEncodingPlan>()
  @safe @exclusivity(unchecked) private var nextSerial: UInt32 = 0
  @safe @exclusivity(unchecked) private var calls = NestedCalls()

  init(
    strategies: JSON.Encoder, basePath: [any CodingKey] = [], baseDepth: Int = 0,
    continuing frame: JSONFrame? = nil
  ) {
    self.strategies = strategies
    self.basePath = basePath
    self.baseDepth = baseDepth
    isContinuation = frame != nil
    userInfo = strategies.userInfo
    escapesSlashes = !strategies.outputFormatting.contains(.withoutEscapingSlashes)
    let root = push(.root, parent: -1)
    if let frame {
      frames[root].state = frame.isArray ? .array : .object
      frames[root].isArray = frame.isArray
      frames[root].count = frame.count
    }
  }

  /// All that `value` writes, in one line.
  static func output<T: Encodable>(of value: T, strategies: JSON.Encoder) throws -> (
    buffer: JSONBuffer, mayRepeatKeys: Bool
  ) {
    let writer = JSONWriter(strategies: strategies)
    try writer.encode(value, filling: 0)
    if writer.frames[0].state == .pending {
      throw EncodingError.invalidValue(
        value, .init(codingPath: [], debugDescription: "Top-level \(T.self) did not encode any values."))
    }
    let buffer = try writer.completed()
    return (buffer, writer.mayRepeatKeys)
  }

  // MARK: Frames

  func push(_ step: JSONFrame.Step, parent: Int) -> Int {
    nextSerial &+= 1
    frames.append(
      JSONFrame(
        parent: parent, serial: nextSerial, step: step,
        depth: parent < 0 ? baseDepth : frames[parent].depth + 1, start: buffer.count, keyTexts: otherKeyTexts
      ))
    innermost = frames.count - 1
    return innermost
  }

  func reference(to frame: Int) -> JSONFrame.Reference {
    JSONFrame.Reference(index: Int32(truncatingIfNeeded: frame), serial: frames[frame].serial)
  }

  /// Begins the array that `frame` is, or the object with keys of `keyType`.
  func openContainer(_ frame: Int, keyedBy keyType: Any.Type?) throws {
    let isArray = keyType == nil
    guard !isTooDeep(frame) else { throw tooDeep(codingPath(of: frame)) }
    frames[frame].state = isArray ? .array : .object
    frames[frame].isArray = isArray
    if let keyType { frames[frame].keyTexts = keyTexts.plan(for: keyType) { JSONKeyTexts() } }
    frames[frame].firstKey = keys.count
    buffer.append(UInt8(ascii: isArray ? "[" : "{"))
  }

  @inline(__always)
  func beginElement(in frame: Int) {
    if frames[frame].count > 0 { buffer.append(UInt8(ascii: ",")) }
    frames[frame].count += 1
  }

  /// Whether `reference` is the frame that is written to.
  @inline(__always)
  func isInnermost(_ reference: JSONFrame.Reference) -> Bool {
    let index = Int(reference.index)
    return index == innermost && index >= 0 && frames[index].serial == reference.serial
  }

  /// The writer and frame that take content for a container.
  @inline(__always)
  func open(_ reference: JSONFrame.Reference) throws -> (writer: JSONWriter, frame: Int) {
    isInnermost(reference) ? (self, innermost) : try reopen(reference)
  }

  @inline(never)
  func reopen(_ reference: JSONFrame.Reference) throws -> (writer: JSONWriter, frame: Int) {
    let index = Int(reference.index)
    guard frames.indices.contains(index), frames[index].serial == reference.serial else {
      throw EncodingError.invalidValue(
        (),
        .init(
          codingPath: basePath,
          debugDescription: "This takes nothing more: it is complete, or nested too deeply."))
    }
    if frames[index].isOpen {
      while innermost > index { closeInnermost() }
      return (self, index)
    }
    if let continuation = frames[index].continuation {
      return try continuation.open(continuation.reference(to: 0))
    }
    let continuation = JSONWriter(
      strategies: strategies, basePath: codingPath(of: index), baseDepth: frames[index].depth,
      continuing: frames[index])
    mayRepeatKeys = true
    frames[index].continuation = continuation
    insertions.append((frames[index].end, continuation))
    return (continuation, 0)
  }

  private func closeInnermost() {
    let index = innermost
    switch frames[index].state {
    case .object, .array:
      frames[index].end = buffer.count
      buffer.append(UInt8(ascii: frames[index].isArray ? "]" : "}"))
      keys.count = frames[index].firstKey
      frames[index].state = .closed
    case .pending:
      buffer.append("{}")
      frames[index].state = .filled
    case .closed, .filled: break
    }
    innermost = frames[index].parent
  }

  /// Completes the value of `frame`, and forgets all frames from it on.
  func finish(_ frame: Int) {
    let parent = frames[frame].parent
    while innermost >= frame { closeInnermost() }
    innermost = parent
    removeFrames(from: frame)
  }

  func removeFrames(from frame: Int) {
    // Mostly it is one.
    while frames.count > frame { frames.removeLast() }
  }

  /// Completes everything, and puts the other writers' content where it belongs.
  private func completed() throws -> JSONBuffer {
    if let failure { throw failure }
    while innermost > 0 || innermost == 0 && !isContinuation { closeInnermost() }
    guard !insertions.isEmpty else { return buffer }
    let joined = JSONBuffer()
    var position = 0
    // Those for one position are in order: sorting is stable.
    for insertion in insertions.sorted(by: { $0.position < $1.position }) {
      joined.append(position..<insertion.position, of: buffer)
      position = insertion.position
      let content = try insertion.writer.completed()
      joined.append(0..<content.count, of: content)
      if insertion.writer.mayRepeatKeys { mayRepeatKeys = true }
    }
    joined.append(position..<buffer.count, of: buffer)
    return joined
  }

  /// A writer for the value that belongs here.
  func insertWriter(_ step: JSONFrame.Step, in frame: Int) -> JSONWriter {
    let inserted = JSONWriter(
      strategies: strategies, basePath: codingPath(of: frame) + step.codingPath,
      baseDepth: frames[frame].depth + 1)
    insertions.append((buffer.count, inserted))
    return inserted
  }

  func codingPath(of frame: Int) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var index = frame
    while index >= 0 {
      path += frames[index].step.codingPath
      index = frames[index].parent
    }
    return basePath + path.reversed()
  }

  private func isTooDeep(_ frame: Int) -> Bool { frames[frame].depth >= strategies.maxDepth }

  func tooDeep(_ path: [any CodingKey]) -> EncodingError {
    refusal(of: Any.self, at: path, "More than \(strategies.maxDepth) levels of nesting.")
  }

  /// Whether `frame` may hold something that is nested in it. If not, all will fail.
  func mayNest(in frame: Int) -> Bool {
    guard frames[frame].depth + 1 >= strategies.maxDepth else { return true }
    failure = failure ?? tooDeep(codingPath(of: frame))
    return false
  }

  /// Whether `frame` may become a container. If not, all will fail.
  func mayContain(_ frame: Int) -> Bool {
    guard isTooDeep(frame) else { return true }
    failure = failure ?? tooDeep(codingPath(of: frame))
    return false
  }

  // MARK: Recursion

  /// Makes sure that a value's own `encode(to:)` has room to run.
  func enter<T>(_ type: T.Type, in frame: Int) throws {
    if !calls.enter() { throw refusal(of: type, at: codingPath(of: frame), NestedCalls.refusal) }
  }

  func leave() { calls.leave() }

  func plan<T: Encodable>(for type: T.Type) -> JSONEncodingPlan {
    plans.plan(for: type) { JSONEncodingPlan(type, strategies) }
  }

  /// The error holds the type alone: to print a value that is too deep recurses as deeply.
  func refusal(of type: Any.Type, at path: [any CodingKey], _ description: String) -> EncodingError {
    .invalidValue(type, .init(codingPath: path, debugDescription: description))
  }
}
