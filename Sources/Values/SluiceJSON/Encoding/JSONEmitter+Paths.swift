internal import SluiceSupport

/// Coding paths, and errors with them.
extension JSONEmitter {
  /// Returns the coding path of a frame.
  func codingPath(of frame: Int) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var index = frame
    while index >= 0 {
      let parent = frames[index].parent
      if case .written = frames[index].step {
        path += directPath(in: parent, to: frames[index].start).reversed()
      } else {
        path += codingPath(frames[index].step)
      }
      index = parent
    }
    return origin.path + path.reversed()
  }

  /// Returns a step as a coding path with at most one key.
  func codingPath(_ step: JSONFrame.Step) -> [any CodingKey] {
    switch step {
    case .root, .written: []
    case .key(let reference): [reference.key]
    case .nestedKey(let position): [keys.nested[position]]
    case .index(let index): [AnyCodingKey(index: index)]
    }
  }

  /// Returns the coding path from a value that writes itself to a position in the buffer, by default its end.
  func directPath(in frame: Int, to end: Int? = nil) -> [any CodingKey] {
    buffer.path(from: frames[frame].start, to: end) { text, level in
      direct.keys.original(of: text, atDepth: frames[frame].depth + level)
    }
  }

  /// Returns the error for a value that exceeds the maximum depth.
  func tooDeep(_ path: [any CodingKey]) -> EncodingError {
    refusal(of: Any.self, at: path, "More than \(strategies.maximumDepth) levels of nesting.")
  }

  /// Returns the error for a container that continues a value of another kind.
  func otherKind(at index: Int, on tape: JSONTape) -> EncodingError {
    var path = JSONPath()
    return refusal(
      of: Any.self,
      at: path.path(from: JSONDocument.root, to: index, on: tape) { key, _ in tape.text(of: tape[key]) },
      "A value that is not such a container has already been encoded for this key.")
  }

  /// Returns an error that holds a type instead of a value.
  ///
  /// Printing a value that is nested too deeply would recurse just as deeply.
  func refusal(of type: Any.Type, at path: [any CodingKey], _ description: String) -> EncodingError {
    .invalidValue(type, .init(codingPath: path, debugDescription: description))
  }
}
