extension JSONWriter {
  /// The writer and frame that take a value, if none was written there.
  func openPending(_ reference: JSONFrame.Reference) throws -> (writer: JSONWriter, frame: Int) {
    let (writer, frame) = try open(reference)
    guard writer.frames[frame].state == .pending else {
      throw refusal(of: Any.self, in: frame, "A value was encoded here already.")
    }
    return (writer, frame)
  }

  /// The container that a value is. Asked for again, it is the same one.
  func container(in reference: JSONFrame.Reference, isArray: Bool) -> JSONFrame.Reference {
    let index = Int(reference.index)
    guard frames.indices.contains(index), frames[index].serial == reference.serial else { return .dead }
    switch frames[index].state {
    case .pending:
      guard mayContain(index), (try? openContainer(index, isArray: isArray)) != nil else { return .dead }
      return reference
    case .array, .object, .closed: return frames[index].isArray == isArray ? reference : .dead
    case .filled: return .dead
    }
  }

  /// A container within another, whose key is written.
  func nestedContainer(_ step: JSONFrame.Step, in parent: Int, isArray: Bool) -> JSONFrame.Reference {
    let frame = push(step, parent: parent)
    // Whoever calls has asked whether it may nest.
    return (try? openContainer(frame, isArray: isArray)) != nil ? reference(to: frame) : .dead
  }

  /// An encoder for the value that belongs here, at whatever time it comes.
  func insertedEncoder(_ step: JSONFrame.Step, in frame: Int) -> JSONValueEncoder {
    let writer = insertWriter(step, in: frame)
    return JSONValueEncoder(writer: writer, frame: writer.reference(to: 0))
  }

  func codingPath(of reference: JSONFrame.Reference) -> [any CodingKey] {
    let index = Int(reference.index)
    guard frames.indices.contains(index), frames[index].serial == reference.serial else { return [] }
    return codingPath(of: index)
  }

  func count(of reference: JSONFrame.Reference) -> Int {
    let index = Int(reference.index)
    guard frames.indices.contains(index), frames[index].serial == reference.serial else { return 0 }
    guard let continuation = frames[index].continuation else { return frames[index].count }
    return continuation.frames[0].count
  }

  // MARK: Members

  /// Writes what stands before a member's value.
  @inline(__always)
  func beginMember(_ key: some CodingKey, in frame: Int) {
    beginElement(in: frame)
    let name = name(of: key, in: frame)
    noteKey(name, in: frame)
    name.write(to: self)
    buffer.append(UInt8(ascii: ":"))
  }

  /// Takes back an element or member whose value could not be written.
  func undoElement(from mark: Int, in frame: Int) {
    // What could not be written left nothing open.
    frames.removeLast(frames.count - frame - 1)
    innermost = frame
    buffer.truncate(to: mark)
    frames[frame].count -= 1
  }

  @inline(__always)
  private func name(of key: some CodingKey, in frame: Int) -> String {
    if case .useDefaultKeys = strategies.keyEncodingStrategy { return key.stringValue }
    return convertedName(of: key, in: frame)
  }

  @inline(never)
  private func convertedName(of key: some CodingKey, in frame: Int) -> String {
    switch strategies.keyEncodingStrategy {
    case .useDefaultKeys: return key.stringValue
    case .custom(let convert): return convert(codingPath(of: frame) + [key]).stringValue
    case .convertToSnakeCase:
      let name = ExactString(key.stringValue)
      if let known = snakeCasedKeys[name] { return known }
      let converted = JSONSnakeCase.snakeCased(key.stringValue)
      // Types have few keys; a table with many should not fill the memory.
      if snakeCasedKeys.count < 1000 { snakeCasedKeys[name] = converted }
      return converted
    }
  }

  /// Finds out whether an object may have a key already. Of two members with the same key, the last counts.
  @inline(__always)
  private func noteKey(_ name: String, in frame: Int) {
    guard !mayRepeatKeys else { return }
    let hash = ExactString(name).quickHash
    let bit: UInt64 = 1 << (hash >> 58)
    if frames[frame].keyBits & bit != 0 { findKey(hash, in: frame) }
    frames[frame].keyBits |= bit
    keyHashes.append(hash)
  }

  @inline(never)
  private func findKey(_ hash: UInt64, in frame: Int) {
    let first = frames[frame].firstKey
    // To look through many keys for each of them would take too long.
    if keyHashes.count - first > 64 || keyHashes[first...].contains(hash) { mayRepeatKeys = true }
  }
}
