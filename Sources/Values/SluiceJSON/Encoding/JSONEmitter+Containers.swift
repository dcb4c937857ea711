internal import SluiceSupport

extension JSONEmitter {
  /// Returns the emitter and frame for a value that has not been written yet.
  ///
  /// - Throws: `EncodingError` if the frame accepts no values or already has one.
  func openPending(_ reference: JSONFrame.Reference) throws -> (emitter: JSONEmitter, frame: Int) {
    let (emitter, frame) = try open(reference)
    guard emitter.frames[frame].state == .pending else {
      throw emitter.occupied(frame)
    }
    return (emitter, frame)
  }

  /// Returns the error for a second value in a frame.
  func occupied(_ frame: Int) -> EncodingError {
    refusal(of: Any.self, at: codingPath(of: frame), "A value has already been encoded here.")
  }

  /// Turns a value into a container, and returns a reference to it.
  ///
  /// Repeated calls with the same kind of container return the same reference. A value that a single-value container
  /// has encoded is continued.
  ///
  /// - Parameters:
  ///   - reference: A reference to the frame of the value.
  ///   - keyType: The type of the coding keys of an object, or `nil` for an array.
  /// - Returns: The reference, or ``JSONFrame/Reference/dead`` if the value cannot become such a container.
  func container(in reference: JSONFrame.Reference, keyedBy keyType: Any.Type?) -> JSONFrame.Reference {
    let isArray = keyType == nil
    let index = Int(reference.index)
    guard frames.indices.contains(index), frames[index].serial == reference.serial else { return .dead }
    switch frames[index].state {
    case .pending:
      guard mayContain(index), (try? openContainer(index, keyedBy: keyType)) != nil else { return .dead }
      return reference
    case .array, .object, .closed:
      guard frames[index].isArray == isArray else { return .dead }
      if frames[index].hasUnknownKeys { keys.mayRepeat = true }
      return reference
    case .complete: return reopenComplete(index, isArray: isArray) ? reference : .dead
    case .direct: return .dead
    }
  }

  /// Makes a complete value an open container again, by removing its closing bracket.
  ///
  /// - Returns: `false` if the value is no such container.
  private func reopenComplete(_ frame: Int, isArray: Bool) -> Bool {
    let start = frames[frame].start
    guard frame == innermost, let isEmpty = buffer.isEmptyContainer(from: start, isArray: isArray) else {
      return false
    }
    buffer.truncate(to: buffer.count - 1)
    frames[frame].state = isArray ? .array : .object
    frames[frame].isArray = isArray
    frames[frame].firstKey = keys.hashes.count
    if isArray {
      let last = isEmpty ? nil : buffer.path(from: start) { key, _ in key }.first?.intValue
      frames[frame].count = last.map { $0 + 1 } ?? 0
    } else {
      // Only whether there are members matters.
      frames[frame].count = isEmpty ? 0 : 1
      frames[frame].hasUnknownKeys = true
      keys.mayRepeat = true
    }
    return true
  }

  /// Adds a member with a container to an object.
  ///
  /// The members or elements are added to those of a container that the object may already have for the key.
  ///
  /// - Parameters:
  ///   - key: The key of the new container in the object.
  ///   - parent: The index of the object's frame.
  ///   - keyType: The type of the coding keys of an object, or `nil` for an array.
  func nestedMember(
    _ key: some CodingKey, in parent: Int, keyedBy keyType: Any.Type?
  ) -> JSONFrame.Reference {
    let mayContinue = beginMember(key, in: parent) || frames[parent].hasUnknownKeys
    if mayContinue {
      keys.mayRepeat = true
      buffer.append(JSONFormatter.continuationMark)
    }
    let nested = nestedContainer(key, in: parent, keyedBy: keyType)
    if mayContinue, nested.index >= 0 { frames[Int(nested.index)].hasUnknownKeys = true }
    return nested
  }

  /// Opens a container within another one, after its key has been written.
  ///
  /// - Parameters:
  ///   - key: The key of the new container in the parent.
  ///   - parent: The index of the parent's frame.
  ///   - keyType: The type of the coding keys of an object, or `nil` for an array.
  func nestedContainer(
    _ key: any CodingKey, in parent: Int, keyedBy keyType: Any.Type?
  ) -> JSONFrame.Reference {
    let frame = push(.nestedKey(keys.nested.count), parent: parent)
    keys.nested.append(key)
    // The callers have checked `mayNest(_:in:)`.
    return (try? openContainer(frame, keyedBy: keyType)) != nil ? reference(to: frame) : .dead
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
    return insertions.continuations[continuation].frames[0].count
  }

  // MARK: Members

  /// Writes the comma, if any, the key and the colon before a member's value.
  ///
  /// - Returns: Whether the object may already have the key.
  @inline(__always) @discardableResult
  func beginMember(_ key: some CodingKey, in frame: Int) -> Bool {
    beginElement(in: frame)
    return appendKey(name(of: key, in: frame), in: frame)
  }

  /// Adds a member with a scalar value to an object.
  ///
  /// - Throws: `EncodingError` if JSON cannot represent the value. The member is then removed again.
  @inline(__always)
  func appendMember<T: JSONEncodableScalar>(_ value: T, _ key: some CodingKey, in frame: Int) throws {
    let start = buffer.count
    beginMember(key, in: frame)
    do {
      try value.write(to: self)
    } catch {
      undoElement(from: start, in: frame)
      throw unwritable(value, codingPath(of: frame) + [key])
    }
  }

  /// Adds a member to an object.
  ///
  /// - Throws: `EncodingError`, or the error that the value's `encode(to:)` throws. The member is then removed again.
  @inline(__always)
  func encodeMember<T: Encodable>(_ value: T, _ key: some CodingKey, in frame: Int) throws {
    let start = buffer.count
    beginMember(key, in: frame)
    do {
      try encode(value, forKey: key, in: frame)
    } catch {
      undoElement(from: start, in: frame)
      throw error
    }
  }

  /// Removes an element or member whose value could not be written.
  ///
  /// - Parameters:
  ///   - start: The length of the buffer before the element or member.
  ///   - frame: The index of its container's frame.
  func undoElement(from start: Int, in frame: Int) {
    // Frames within a value that failed are not needed any more.
    removeFrames(from: frame + 1)
    innermost = frame
    buffer.truncate(to: start)
    frames[frame].count -= 1
  }

  /// Appends a key and a colon, and notes if the object may already have the key.
  ///
  /// Of several members with the same key, the last one counts. ``JSONFormatter`` removes the others at the end.
  ///
  /// - Returns: Whether the object may already have the key.
  @inline(__always)
  private func appendKey(_ name: String, in frame: Int) -> Bool {
    guard
      let place = frames[frame].keyTexts.append(
        name, next: frames[frame].nextKey, to: buffer, escapesSlashes: escapesSlashes)
    else { return keys.noteOther(name, from: frames[frame].firstKey) }
    let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: place)
    let isRepeated = frames[frame].keyBits & bit != 0
    if isRepeated { keys.mayRepeat = true }
    frames[frame].keyBits |= bit
    frames[frame].nextKey = place + 1
    return isRepeated
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
    case .convertToSnakeCase: return conversions.name(key.stringValue) { SnakeCase.snakeCased($0) }
    }
  }
}
