import FoundationEssentials

extension JSONWriter {
  /// Encodes `value` as the content of `frame`, which has none yet.
  func encode<T: Encodable>(_ value: T, filling frame: Int) throws {
    let keyCount = keys.count
    let writers = insertions.count
    do {
      switch plan(for: T.self) {
      case .codable:
        try enter(T.self, in: frame)
        defer { leave() }
        try value.encode(to: JSONValueEncoder(writer: self, frame: reference(to: frame)))
      case .direct(let direct):
        func write<Direct: JSONDirectEncodable>(_ direct: Direct.Type) throws {
          try exactCast(value, to: direct).write(to: self, filling: frame)
        }
        try enter(T.self, in: frame)
        defer { leave() }
        try write(direct)
      case .date: try encodeDate(exactCast(value, to: Date.self), filling: frame)
      case .data: try encodeData(exactCast(value, to: Data.self), filling: frame)
      case .url: try fill(frame, with: exactCast(value, to: URL.self).absoluteString)
      case .decimal: try fill(frame, with: exactCast(value, to: Decimal.self))
      case .int: try fill(frame, with: exactCast(value, to: Int.self))
      case .double: try fill(frame, with: exactCast(value, to: Double.self))
      case .string: try fill(frame, with: exactCast(value, to: String.self))
      case .bools: try encodeList(exactCast(value, to: [Bool].self), filling: frame)
      case .bytes: try encodeList(exactCast(value, to: [UInt8].self), filling: frame)
      case .ints: try encodeList(exactCast(value, to: [Int].self), filling: frame)
      case .intLists: try encodeLists(exactCast(value, to: [[Int]].self), filling: frame)
      case .doubles: try encodeList(exactCast(value, to: [Double].self), filling: frame)
      case .doubleLists: try encodeLists(exactCast(value, to: [[Double]].self), filling: frame)
      case .floats: try encodeList(exactCast(value, to: [Float].self), filling: frame)
      case .strings: try encodeList(exactCast(value, to: [String].self), filling: frame)
      }
    } catch {
      // A caller may go on with something else.
      reset(frame, keyCount: keyCount, insertions: writers)
      throw error
    }
  }

  /// Encodes `value` in a frame of its own within another.
  func encode<T: Encodable>(_ value: T, _ step: @autoclosure () -> JSONFrame.Step, in parent: Int) throws {
    let frame = push(step(), parent: parent)
    try encode(value, filling: frame)
    finish(frame)
  }

  private func reset(_ frame: Int, keyCount: Int, insertions writers: Int) {
    removeFrames(from: frame + 1)
    innermost = frame
    buffer.truncate(to: frames[frame].start)
    keys.count = min(keys.count, keyCount)
    insertions.removeLast(max(insertions.count - writers, 0))
    frames[frame].state = .pending
    frames[frame].count = 0
    frames[frame].keyBits = 0
    frames[frame].continuation = nil
  }

  // MARK: Scalars

  @inline(__always)
  func fill<T: JSONEncodableScalar>(_ frame: Int, with value: T) throws {
    frames[frame].state = .filled
    do {
      try value.write(to: self)
    } catch {
      frames[frame].state = .pending
      throw unwritable(value, .root, in: frame)
    }
  }

  @inline(never)
  func unwritable(_ value: Any, _ step: JSONFrame.Step, in frame: Int) -> EncodingError {
    .invalidValue(
      value,
      .init(
        codingPath: codingPath(of: frame) + step.codingPath,
        debugDescription: "Unable to encode \(type(of: value)).\(value) directly in JSON."))
  }

  private func encodeDate(_ date: Date, filling frame: Int) throws {
    switch strategies.dateEncodingStrategy {
    case .deferredToDate: try fill(frame, with: date.timeIntervalSinceReferenceDate)
    case .secondsSince1970: try fill(frame, with: date.timeIntervalSince1970)
    case .millisecondsSince1970: try fill(frame, with: 1000 * date.timeIntervalSince1970)
    case .iso8601: try fill(frame, with: date.formatted(.iso8601))
    case .custom(let write): try write(date, JSONValueEncoder(writer: self, frame: reference(to: frame)))
    }
  }

  private func encodeData(_ data: Data, filling frame: Int) throws {
    switch strategies.dataEncodingStrategy {
    case .deferredToData: try data.encode(to: JSONValueEncoder(writer: self, frame: reference(to: frame)))
    case .base64: try fill(frame, with: data.base64EncodedString())
    case .custom(let write): try write(data, JSONValueEncoder(writer: self, frame: reference(to: frame)))
    }
  }

  // MARK: Arrays of standard types

  @inline(__always)
  private func encodeList<Element: JSONEncodableScalar>(_ elements: [Element], filling frame: Int) throws {
    try openContainer(frame, isArray: true)
    for element in elements {
      beginElement(in: frame)
      do {
        try element.write(to: self)
      } catch {
        throw unwritable(element, .index(frames[frame].count - 1), in: frame)
      }
    }
  }

  @inline(__always)
  private func encodeLists<Element: JSONEncodableScalar>(_ elements: [[Element]], filling frame: Int) throws {
    try openContainer(frame, isArray: true)
    for element in elements {
      beginElement(in: frame)
      let list = push(.index(frames[frame].count - 1), parent: frame)
      try encodeList(element, filling: list)
      finish(list)
    }
  }
}
