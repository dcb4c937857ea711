internal import SluiceSupport

/// An emitter that encodes values directly into a buffer.
///
/// A `Codable` type may keep several containers open and add to them in any order, although nearly all types complete
/// the innermost one first. Content for a container that is already closed, and for the hidden container of
/// `superEncoder()`, is written by another emitter and inserted at its position at the end.
///
/// SAFETY: Exclusivity is unchecked for the properties on hot paths. This is sound because a single thread uses the
/// emitter, and no access to these properties spans a call to a caller's type.
final class JSONEmitter {
  @safe @exclusivity(unchecked) var strategies: JSON.Encoder
  let buffer = JSONBuffer()
  /// The values that the encoder passes to the types, after the first request for them.
  @safe @exclusivity(unchecked) var convertedUserInfo: [CodingUserInfoKey: Any]?
  let escapesSlashes: Bool
  /// The frames of the values that are being written, each after the one that encloses it.
  @safe @exclusivity(unchecked) var frames = JSONFrames()
  /// The index of the innermost open frame, or -1 if there is none. The frames that enclose it are also open.
  @safe @exclusivity(unchecked) var innermost = -1
  /// The cached plans of types, and the cached keys of each type of coding keys.
  @safe @exclusivity(unchecked) var cache = JSONEncodingCache()
  /// The cached keys of objects that another emitter began, and of frames that are not objects.
  @safe @exclusivity(unchecked) var otherKeyTexts = JSONKeyTexts()
  /// The keys of the open containers that were nested in others.
  @safe @exclusivity(unchecked) var nestedKeys: [any CodingKey] = []
  /// The emitters of further content of containers that are closed.
  @safe @exclusivity(unchecked) var continuations: [JSONEmitter] = []
  /// The hashes of keys of the open objects that are in neither cache.
  @safe @exclusivity(unchecked) var keys = JSONKeyHashes()
  /// Whether an object may have several members with the same key. The last of them counts.
  @safe @exclusivity(unchecked) var mayRepeatKeys = false
  /// The error of the whole encoding, if it occurred in a method that cannot throw.
  @safe @exclusivity(unchecked) private var failure: (any Error)?
  /// Other emitters, and the positions in the buffer at which their content is inserted.
  @safe @exclusivity(unchecked) var insertions: [(position: Int, emitter: JSONEmitter)] = []
  /// The coding path of the first frame.
  let basePath: [any CodingKey]
  /// The depth of the first frame.
  private let baseDepth: Int
  /// Whether the first frame continues a container whose brackets another emitter has written.
  private let isContinuation: Bool
  var snakeCasedKeys: [ExactString: String] = [:]
  /// Whether keys are converted to snake case.
  let convertsKeys: Bool
  @safe @exclusivity(unchecked) var directKeys = JSONDirectKeys()
  @safe @exclusivity(unchecked) private var nextSerial: UInt32 = 0
  @safe @exclusivity(unchecked) var calls = NestedCalls()
  /// The number of values around the current one that are writing themselves.
  @safe @exclusivity(unchecked) var directNesting = 0
  @safe @exclusivity(unchecked) var lengths = JSONTextLengths()
  /// Whether a value wrote itself, so that the text may be malformed.
  @safe @exclusivity(unchecked) var hasDirectValues = false
  /// Whether a ``JSON/Value`` was written, whose objects may have several members with the same key.
  @safe @exclusivity(unchecked) var hasValues = false

  /// Creates an emitter with a first frame.
  ///
  /// - Parameters:
  ///   - strategies: The encoder whose strategies and limits apply.
  ///   - basePath: The coding path of the first frame.
  ///   - baseDepth: The number of containers that enclose the first frame.
  ///   - frame: The closed container to continue, or `nil` for a new value.
  init(
    strategies: JSON.Encoder, basePath: [any CodingKey] = [], baseDepth: Int = 0,
    continuing frame: JSONFrame? = nil
  ) {
    self.strategies = strategies
    self.basePath = basePath
    self.baseDepth = baseDepth
    isContinuation = frame != nil
    escapesSlashes = !strategies.outputFormatting.contains(.withoutEscapingSlashes)
    if case .convertToSnakeCase = strategies.keyEncodingStrategy {
      convertsKeys = true
    } else {
      convertsKeys = false
    }
    let root = push(.root, parent: -1)
    if let frame {
      frames[root].state = frame.isArray ? .array : .object
      frames[root].isArray = frame.isArray
      frames[root].count = frame.count
      frames[root].hasUnknownKeys = true
    }
  }

  /// The values that the encoder passes to the types.
  var userInfo: [CodingUserInfoKey: Any] {
    if let converted = convertedUserInfo { return converted }
    let converted: [CodingUserInfoKey: Any] = strategies.userInfo
    convertedUserInfo = converted
    return converted
  }

  /// Encodes a value in one line.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - memory: The memory to write to if the text fits, or `nil` for that of the buffer.
  ///   - use: A closure that is called with the text, and whether its objects may have several members with the same
  ///     key. It must not keep the buffer.
  /// - Throws: `EncodingError`, or the error that a type's `encode(to:)` throws.
  func withOutput<T: Encodable, Result>(
    of value: T, in memory: JSONBuffer.Memory?, _ use: (JSONBuffer, Bool) throws -> Result
  ) throws -> Result {
    try buffer.withMemory(memory) {
      try encode(value, into: 0)
      if frames[0].state == .pending {
        throw EncodingError.invalidValue(
          value, .init(codingPath: [], debugDescription: "Top-level \(T.self) did not encode any values."))
      }
      return try withCompleted { output in
        #if DEBUG
          try check(output, of: value)
        #endif
        lengths.append(output.count)
        return try use(output, mayRepeatKeys)
      }
    }
  }

  #if DEBUG
    /// Checks the text of a value with types that write themselves.
    private func check(_ output: JSONBuffer, of value: Any) throws {
      guard hasDirectValues else { return }
      do {
        _ = try output.scanned(duplicateKeys: mayRepeatKeys || hasValues ? .keepFirst : .refuse)
      } catch {
        let description = "A type that conforms to `JSONWritable` wrote malformed JSON: \(error)."
        throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: description))
      }
    }
  #endif

  // MARK: Frames

  /// Adds a pending frame, makes it the innermost one, and returns its index.
  ///
  /// - Parameters:
  ///   - step: The step from the enclosing frame.
  ///   - parent: The index of the enclosing frame, or -1 for the root.
  ///   - depth: The number of enclosing containers, or `nil` if the enclosing frame is the innermost of them.
  func push(_ step: JSONFrame.Step, parent: Int, depth: Int? = nil) -> Int {
    nextSerial &+= 1
    frames.append(
      JSONFrame(
        parent: parent, serial: nextSerial, step: step,
        depth: depth ?? (parent < 0 ? baseDepth : frames[parent].depth + 1), start: buffer.count,
        keyTexts: JSONKeyTexts.Reference(otherKeyTexts), firstNestedKey: nestedKeys.count
      ))
    innermost = frames.count - 1
    return innermost
  }

  /// Returns a reference to a frame.
  func reference(to frame: Int) -> JSONFrame.Reference {
    JSONFrame.Reference(index: Int32(truncatingIfNeeded: frame), serial: frames[frame].serial)
  }

  /// Makes a pending frame a container and writes the opening bracket.
  ///
  /// - Parameters:
  ///   - frame: The index of the frame.
  ///   - keyType: The type of the coding keys of an object, or `nil` for an array.
  /// - Throws: `EncodingError` if the container is nested too deeply.
  func openContainer(_ frame: Int, keyedBy keyType: Any.Type?) throws {
    let isArray = keyType == nil
    guard !isTooDeep(frame) else { throw tooDeep(codingPath(of: frame)) }
    frames[frame].state = isArray ? .array : .object
    frames[frame].isArray = isArray
    if let keyType {
      frames[frame].keyTexts = cache.keyTexts(for: keyType)
    }
    frames[frame].firstKey = keys.count
    buffer.append(UInt8(ascii: isArray ? "[" : "{"))
  }

  /// Counts an element or member, and writes the comma before it unless it is the first one.
  @inline(__always)
  func beginElement(in frame: Int) {
    if frames[frame].count > 0 { buffer.append(UInt8(ascii: ",")) }
    frames[frame].count += 1
  }

  /// Returns whether a reference is to the innermost open frame.
  @inline(__always)
  func isInnermost(_ reference: JSONFrame.Reference) -> Bool {
    let index = Int(reference.index)
    return index == innermost && index >= 0 && frames[index].serial == reference.serial
  }

  /// Returns the emitter and frame for the content of a container.
  ///
  /// - Throws: `EncodingError` if the container accepts no values.
  @inline(__always)
  func open(_ reference: JSONFrame.Reference) throws -> (emitter: JSONEmitter, frame: Int) {
    isInnermost(reference) ? (self, innermost) : try reopen(reference)
  }

  /// Returns the emitter and frame for the content of a container that is not the innermost open frame.
  ///
  /// Containers within it are closed. If it is closed itself, the emitter is its continuation.
  ///
  /// - Throws: `EncodingError` if the container accepts no values.
  @inline(never)
  func reopen(_ reference: JSONFrame.Reference) throws -> (emitter: JSONEmitter, frame: Int) {
    let index = Int(reference.index)
    guard frames.indices.contains(index), frames[index].serial == reference.serial else {
      // A container that is nested too deeply accepts nothing, and its method could not throw this error.
      if let failure { throw failure }
      throw EncodingError.invalidValue(
        (),
        .init(codingPath: basePath, debugDescription: "The value is complete, so nothing can be added."))
    }
    if frames[index].isOpen {
      guard !(index...max(index, innermost)).contains(where: { frames[$0].state == .direct }) else {
        throw refusal(
          of: Any.self, at: codingPath(of: index), "Nothing can be added while a value within is written.")
      }
      while innermost > index { closeInnermost() }
      return (self, index)
    }
    if let position = frames[index].continuation {
      let continuation = continuations[position]
      return try continuation.open(continuation.reference(to: 0))
    }
    let continuation = JSONEmitter(
      strategies: strategies, basePath: codingPath(of: index), baseDepth: frames[index].depth,
      continuing: frames[index])
    mayRepeatKeys = true
    frames[index].continuation = continuations.count
    continuations.append(continuation)
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
    case .pending: if mayContain(index) { completeEmpty(index) }
    case .closed, .complete, .direct: break
    }
    innermost = frames[index].parent
  }

  /// Completes a pending frame whose value encoded nothing, and which may become a container, as an empty object.
  private func completeEmpty(_ frame: Int) {
    buffer.append("{}")
    frames[frame].state = .complete
  }

  /// Completes a pending frame as an empty object, if the value that a single-value container encoded into it has
  /// encoded nothing.
  ///
  /// - Throws: `EncodingError` if the object is nested too deeply.
  func completeSingleValue(_ frame: Int) throws {
    guard frames[frame].state == .pending else { return }
    guard !isTooDeep(frame) else { throw tooDeep(codingPath(of: frame)) }
    completeEmpty(frame)
  }

  /// Completes the value of a frame, and removes the frame and those within it.
  func finish(_ frame: Int) {
    let parent = frames[frame].parent
    while innermost >= frame { closeInnermost() }
    innermost = parent
    removeFrames(from: frame)
  }

  /// Removes the frames within another one, after one of them has failed.
  func removeFrames(after frame: Int) {
    removeFrames(from: frame + 1)
    innermost = frame
  }

  func removeFrames(from frame: Int) {
    guard frame < frames.count else { return }
    if !nestedKeys.isEmpty { nestedKeys.removeSubrange(frames[frame].firstNestedKey...) }
    frames.removeAll(from: frame)
  }

  /// Closes all open containers, and calls a closure with the complete text.
  ///
  /// - Throws: The `EncodingError` of a method that could not throw, or the error of the closure.
  private func withCompleted<Result>(_ body: (JSONBuffer) throws -> Result) throws -> Result {
    while innermost > 0 || innermost == 0 && !isContinuation { closeInnermost() }
    if let failure { throw failure }
    if directKeys.mayRepeat { mayRepeatKeys = true }
    return try insertions.isEmpty ? body(buffer) : body(joined())
  }

  /// Returns the text with the content of the other emitters.
  private func joined() throws -> JSONBuffer {
    let joined = JSONBuffer()
    var position = 0
    // Sorting is stable, so insertions at the same position keep their order.
    for insertion in insertions.sorted(by: { $0.position < $1.position }) {
      joined.append(position..<insertion.position, of: buffer)
      position = insertion.position
      try insertion.emitter.withCompleted { joined.append(0..<$0.count, of: $0) }
      if insertion.emitter.mayRepeatKeys { mayRepeatKeys = true }
    }
    joined.append(position..<buffer.count, of: buffer)
    return joined
  }

  /// Adds and returns an emitter for a value at the current position.
  func insertEmitter(_ key: any CodingKey, in frame: Int) -> JSONEmitter {
    let inserted = JSONEmitter(
      strategies: strategies, basePath: codingPath(of: frame) + [key],
      baseDepth: frames[frame].depth + 1)
    insertions.append((buffer.count, inserted))
    return inserted
  }

  private func isTooDeep(_ frame: Int) -> Bool { frames[frame].depth >= strategies.maximumDepth }

  /// Returns whether a container may be nested in a frame. Otherwise, the whole encoding fails at the end.
  ///
  /// - Parameters:
  ///   - key: The key of the container.
  ///   - frame: The index of the frame.
  func mayNest(_ key: some CodingKey, in frame: Int) -> Bool {
    guard frames[frame].depth + 1 >= strategies.maximumDepth else { return true }
    failure = failure ?? tooDeep(codingPath(of: frame) + [key])
    return false
  }

  /// Returns whether a frame may become a container. Otherwise, the whole encoding fails at the end.
  func mayContain(_ frame: Int) -> Bool {
    guard isTooDeep(frame) else { return true }
    failure = failure ?? tooDeep(codingPath(of: frame))
    return false
  }

  // MARK: Recursion

  /// Notes the call of a value's `encode(to:)`, after checking that the stack has room for it.
  ///
  /// Each successful call must be balanced by a call to ``leave()``.
  ///
  /// - Throws: `EncodingError` if the values are nested too deeply for the thread's stack.
  func enter<T>(_ type: T.Type, in frame: Int) throws {
    if !calls.enter() { throw refusal(of: type, at: codingPath(of: frame), NestedCalls.refusal) }
  }

  func leave() { calls.leave() }

  /// Returns whether the stack has room for further nested calls.
  func hasRoom() -> Bool { calls.hasRoom() }

  /// Returns the cached plan for a type.
  func plan<T: Encodable>(for type: T.Type) -> JSONEncodingPlan {
    cache.plan(for: type, strategies)
  }

  /// Returns the container of an object's frame.
  func keyedContainer<Key>(_ frame: JSONFrame.Reference) -> KeyedEncodingContainer<Key> {
    cache.maker(for: Key.self).container(self, frame)
  }
}
