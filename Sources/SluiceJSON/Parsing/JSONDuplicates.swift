extension JSONTape {
  /// Returns the index of the first key in the document that repeats an earlier key of its object.
  ///
  /// - Returns: The index, or `nil` if all keys of each object are distinct.
  /// - Complexity: O(*n*) in the size of the document on average.
  func firstDuplicateKey() -> Int? {
    var first: Int?
    for object in 0..<count where self[object].kind == .object && self[object].count > 1 {
      guard let key = duplicateKey(of: object) else { continue }
      first = min(first ?? key, key)
    }
    return first
  }

  private func duplicateKey(of object: Int) -> Int? {
    let table = JSONMemberTable(of: object, in: self)
    let end = self[object].end
    var index = object + 1
    while index < end {
      if !table.isFirst(index, in: self) { return index }
      index = next(after: index + 1)
    }
    return nil
  }
}
