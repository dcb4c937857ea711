extension JSONWriter {
  /// The writer and frame that take a value, if none was written there.
  func openPending(_ reference: JSONFrame.Reference) throws -> (writer: JSONWriter, frame: Int) {
    let (writer, frame) = try open(reference)
    guard writer.frames[frame].state == .pending else {
      throw refusal(of: Any.self, at: writer.codingPath(of: frame), "A value was encoded here already.")
    }
    return (writer, frame)
  }

  /// The container that a value is: an object with keys of `keyType`, or an array. Asked for again, it is the same one.
  func container(in reference: JSONFrame.Reference, keyedBy keyType: Any.Type?) -> JSONFrame.Reference {
    let isArray = keyType == nil
    let index = Int(reference.index)
    guard frames.indices.contains(index), frames[index].serial == reference.serial else { return .dead }
    switch frames[index].state {
    case .pending:
      guard mayContain(index), (try? openContainer(index, keyedBy: keyType)) != nil else { return .dead }
      return reference
    case .array, .object, .closed: return frames[index].isArray == isArray ? reference : .dead
    case .filled: return .dead
    }
  }

  /// A container within another, whose key is written.
  func nestedContainer(
    _ step: JSONFrame.Step, in parent: Int, keyedBy keyType: Any.Type?
  ) -> JSONFrame.Reference {
    let frame = push(step, parent: parent)
    // Whoever calls has asked whether it may nest.
    return (try? openContainer(frame, keyedBy: keyType)) != nil ? reference(to: frame) : .dead
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
    appendKey(name(of: key, in: frame), in: frame)
  }

  /// Adds a scalar to an object.
  @inline(__always)
  func appendMember<T: JSONEncodableScalar>(_ value: T, _ key: some CodingKey, in frame: Int) throws {
    let mark = buffer.count
    beginMember(key, in: frame)
    do {
      try value.write(to: self)
    } catch {
      undoElement(from: mark, in: frame)
      throw unwritable(value, codingPath(of: frame) + [key])
    }
  }

  /// Adds a value to an object.
  @inline(__always)
  func encodeMember<T: Encodable>(_ value: T, _ key: some CodingKey, in frame: Int) throws {
    let mark = buffer.count
    beginMember(key, in: frame)
    do {
      try encode(value, .key(key), in: frame)
    } catch {
      undoElement(from: mark, in: frame)
      throw error
    }
  }

  /// Takes back an element or member whose value could not be written.
  func undoElement(from mark: Int, in frame: Int) {
    // What could not be written left nothing open.
    removeFrames(from: frame + 1)
    innermost = frame
    buffer.truncate(to: mark)
    frames[frame].count -= 1
  }

  /// Appends a key and a colon, and finds out whether its object may have it already. Of two members with the same key, the
  /// last counts.
  @inline(__always)
  private func appendKey(_ name: String, in frame: Int) {
    guard
      let place = frames[frame].keyTexts.append(
        name, next: frames[frame].nextKey, to: buffer, escapesSlashes: escapesSlashes)
    else { return noteOtherKey(name, in: frame) }
    let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: place)
    if frames[frame].keyBits & bit != 0 { mayRepeatKeys = true }
    frames[frame].keyBits |= bit
    frames[frame].nextKey = place + 1
  }

  @inline(never)
  private func noteOtherKey(_ name: String, in frame: Int) {
    guard !mayRepeatKeys else { return }
    let hash = JSONKeyHashes.hash(of: name)
    if keys.mayContain(hash, from: frames[frame].firstKey) { mayRepeatKeys = true }
    keys.append(hash)
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
}
