internal import SluiceSupport

/// The lengths of the last two texts that an emitter has written.
struct JSONTextLengths {
  private var previous = 0
  private var last = 0

  mutating func append(_ byteCount: Int) { (previous, last) = (last, byteCount) }

  /// The capacity of an array for the next text, or `nil` if its length is not known, or copying it takes little time.
  ///
  /// Texts often have similar lengths. Of two that differ, the shorter one counts: an array that is too small is full
  /// early.
  var expectedCapacity: Int? {
    let byteCount = min(previous, last)
    return byteCount < 4096 ? nil : JSONBuffer.room(forTextOf: byteCount)
  }
}

/// The emitters that are not in use, with their memory and what they know about types.
enum JSONSpareEmitters {
  /// The emitters of encoders with the usual strategies that escape slashes or do not.
  private static let spares = (escaping: JSONSpares<JSONEmitter>(), plain: JSONSpares<JSONEmitter>())

  /// Calls a closure with an emitter, which may be an earlier one.
  static func use<Result>(
    for strategies: JSON.Encoder, _ body: (JSONEmitter) throws -> Result
  ) rethrows -> Result {
    let emitter = spare(for: strategies) ?? JSONEmitter(strategies: strategies)
    let result = try body(emitter)
    keep(consume emitter)
    return result
  }

  /// Returns an earlier emitter for an encoder, or `nil` if there is none.
  private static func spare(for strategies: JSON.Encoder) -> JSONEmitter? {
    guard strategies.hasUsualPlans else { return nil }
    let escapesSlashes = !strategies.outputFormatting.contains(.withoutEscapingSlashes)
    let spare = escapesSlashes ? spares.escaping.popLast() : spares.plain.popLast()
    guard let emitter = spare else { return nil }
    if strategies.isStandard {
      // Copying all of them would take longer than encoding a small value.
      emitter.strategies.outputFormatting = strategies.outputFormatting
      emitter.strategies.maximumDepth = strategies.maximumDepth
    } else {
      emitter.strategies = strategies
    }
    return emitter
  }

  /// Keeps an emitter with its memory and what it knows about types, unless something else refers to it, it may contain
  /// data, or it has become large.
  private static func keep(_ emitter: consuming JSONEmitter) {
    // A type that kept its encoder or a container may still use it.
    guard isKnownUniquelyReferenced(&emitter), emitter.strategies.hasUsualPlans, emitter.cache.mayBeKept
    else { return }
    emitter.reset()
    if emitter.escapesSlashes { spares.escaping.keep(emitter) } else { spares.plain.keep(emitter) }
  }
}

extension JSONEmitter {
  /// Removes the last text, and what belongs to the encoder.
  fileprivate func reset() {
    // The assignment would release the old value, even if there is nothing to release.
    if !strategies.isStandard { strategies = JSON.Encoder() }
    buffer.removeAll()
    frames.removeAll(from: 0)
    keys.removeAll()
    insertions.removeAll()
    conversions.removeAll()
    direct.hasWritten = false
    direct.hasValues = false
    calls = NestedCalls()
    _ = push(.root, parent: -1)
  }
}
