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
  let escapesSlashes: Bool
  /// The frames of the values that are being written, each after the one that encloses it.
  @safe @exclusivity(unchecked) var frames = JSONFrames()
  /// The index of the innermost open frame, or -1 if there is none. The frames that enclose it are also open.
  @safe @exclusivity(unchecked) var innermost = -1
  @safe @exclusivity(unchecked) var keys = JSONOpenKeys()
  @safe @exclusivity(unchecked) var direct: JSONDirectWriting
  @safe @exclusivity(unchecked) var insertions = JSONInsertions()
  let origin: Origin
  @safe @exclusivity(unchecked) var calls = NestedCalls()
  /// The error of the whole encoding, if it occurred in a method that cannot throw.
  @safe @exclusivity(unchecked) private(set) var failure: (any Error)?
  @safe @exclusivity(unchecked) var conversions = JSONConversions()
  @safe @exclusivity(unchecked) var cache = JSONEncodingCache()

  /// The position of the first frame in the whole value.
  struct Origin {
    /// The coding path of the first frame.
    var path: [any CodingKey] = []
    /// The number of containers that enclose the first frame.
    var depth = 0
    /// The closed container that the first frame continues, whose brackets another emitter has written.
    var continued: (isArray: Bool, count: Int)?
  }

  /// Creates an emitter with a first frame.
  ///
  /// - Parameters:
  ///   - strategies: The encoder whose strategies and limits apply.
  ///   - origin: The position of the first frame. Defaults to the whole value.
  init(strategies: JSON.Encoder, origin: Origin = Origin()) {
    self.strategies = strategies
    self.origin = origin
    escapesSlashes = !strategies.outputFormatting.contains(.withoutEscapingSlashes)
    direct = JSONDirectWriting(strategies)
    let root = push(.root, parent: -1)
    if let (isArray, count) = origin.continued {
      frames[root].state = isArray ? .array : .object
      frames[root].isArray = isArray
      frames[root].count = count
      frames[root].hasUnknownKeys = true
    }
  }

  /// The values that the encoder passes to the types.
  var userInfo: [CodingUserInfoKey: Any] { conversions.userInfo(strategies.userInfo) }

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
          try direct.check(output, of: value, mayRepeatKeys: keys.mayRepeat)
        #endif
        cache.lengths.append(output.count)
        return try use(output, keys.mayRepeat)
      }
    }
  }

  // MARK: Frames

  /// Adds a pending frame, makes it the innermost one, and returns its index.
  ///
  /// - Parameters:
  ///   - step: The step from the enclosing frame.
  ///   - parent: The index of the enclosing frame, or -1 for the root.
  ///   - depth: The number of enclosing containers, or `nil` if the enclosing frame is the innermost of them.
  func push(_ step: JSONFrame.Step, parent: Int, depth: Int? = nil) -> Int {
    frames.append(
      JSONFrame(
        parent: parent, serial: frames.nextSerial, step: step,
        depth: depth ?? (parent < 0 ? origin.depth : frames[parent].depth + 1), start: buffer.count,
        keyTexts: JSONKeyTexts.Reference(keys.otherTexts), firstNestedKey: keys.nested.count
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
    frames[frame].firstKey = keys.hashes.count
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
        .init(codingPath: origin.path, debugDescription: "The value is complete, so nothing can be added."))
    }
    if frames[index].isOpen {
      guard !(index...max(index, innermost)).contains(where: { frames[$0].state == .direct }) else {
        throw refusal(
          of: Any.self, at: codingPath(of: index), "Nothing can be added while a value within is written.")
      }
      while innermost > index { closeInnermost() }
      return (self, index)
    }
    return try openContinuation(of: index)
  }

  func closeInnermost() {
    let index = innermost
    switch frames[index].state {
    case .object, .array:
      frames[index].end = buffer.count
      buffer.append(UInt8(ascii: frames[index].isArray ? "]" : "}"))
      keys.hashes.count = frames[index].firstKey
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
    if !keys.nested.isEmpty { keys.nested.removeSubrange(frames[frame].firstNestedKey...) }
    frames.removeAll(from: frame)
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
