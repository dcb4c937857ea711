/// The emitters of content whose position in the text has been passed when it is encoded.
struct JSONInsertions: ~Copyable {
  /// The emitters, and the positions in the buffer at which their content is inserted.
  private(set) var content: [(position: Int, emitter: JSONEmitter)] = []
  /// The emitters of further content of containers that are closed.
  private(set) var continuations: [JSONEmitter] = []

  mutating func append(_ emitter: JSONEmitter, at position: Int) { content.append((position, emitter)) }

  /// Adds the emitter of further content of a closed container, and returns its place in ``continuations``.
  mutating func appendContinuation(_ emitter: JSONEmitter, at position: Int) -> Int {
    append(emitter, at: position)
    continuations.append(emitter)
    return continuations.count - 1
  }

  /// Removes the content that was added after the first `count` emitters.
  mutating func removeContent(after count: Int) { content.removeLast(max(content.count - count, 0)) }

  mutating func removeAll() {
    if !content.isEmpty { content = [] }
    if !continuations.isEmpty { continuations = [] }
  }
}

extension JSONEmitter {
  /// Closes all open containers, and calls a closure with the complete text.
  ///
  /// - Throws: The `EncodingError` of a method that could not throw, or the error of the closure.
  func withCompleted<Result>(_ body: (JSONBuffer) throws -> Result) throws -> Result {
    while innermost > 0 || innermost == 0 && origin.continued == nil { closeInnermost() }
    if let failure { throw failure }
    if direct.keys.mayRepeat { keys.mayRepeat = true }
    return try insertions.content.isEmpty ? body(buffer) : body(joined())
  }

  /// Returns the text with the content of the other emitters.
  private func joined() throws -> JSONBuffer {
    let joined = JSONBuffer()
    var position = 0
    // Sorting is stable, so insertions at the same position keep their order.
    for insertion in insertions.content.sorted(by: { $0.position < $1.position }) {
      joined.append(position..<insertion.position, of: buffer)
      position = insertion.position
      try insertion.emitter.withCompleted { joined.append(0..<$0.count, of: $0) }
      if insertion.emitter.keys.mayRepeat { keys.mayRepeat = true }
    }
    joined.append(position..<buffer.count, of: buffer)
    return joined
  }

  /// Adds an emitter for a value at the current position, and returns the encoder of the value, which may be encoded at
  /// any later time.
  func insertedEncoder(_ key: any CodingKey, in frame: Int) -> JSONValueEncoder {
    let origin = Origin(path: codingPath(of: frame) + [key], depth: frames[frame].depth + 1)
    let inserted = JSONEmitter(strategies: strategies, origin: origin)
    insertions.append(inserted, at: buffer.count)
    return JSONValueEncoder(emitter: inserted, frame: inserted.reference(to: 0))
  }

  /// Returns the emitter and frame for further content of a closed container.
  ///
  /// - Throws: `EncodingError` if the container accepts no values.
  func openContinuation(of frame: Int) throws -> (emitter: JSONEmitter, frame: Int) {
    if let place = frames[frame].continuation {
      let continuation = insertions.continuations[place]
      return try continuation.open(continuation.reference(to: 0))
    }
    let origin = Origin(
      path: codingPath(of: frame), depth: frames[frame].depth,
      continued: (frames[frame].isArray, frames[frame].count))
    let continuation = JSONEmitter(strategies: strategies, origin: origin)
    keys.mayRepeat = true
    frames[frame].continuation = insertions.appendContinuation(continuation, at: frames[frame].end)
    return (continuation, 0)
  }
}
