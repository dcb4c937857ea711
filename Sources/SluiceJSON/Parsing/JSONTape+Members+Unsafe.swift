// SAFETY: The buffers are those of `withUTF8`, and are used only during its closure.

extension JSONTape {
  /// Returns the index of the value of an object's first member with the given key.
  ///
  /// - Returns: The index, or `nil` if the key is missing or the value at `index` is not an object.
  /// - Complexity: O(*n*) in the number of members.
  func member(_ key: String, of index: Int) -> Int? {
    guard self[index].kind == .object else { return nil }
    let end = self[index].end
    var key = key
    return key.withUTF8 { key in
      var child = index + 1
      while child < end {
        if unsafe isString(at: child, equalTo: key) { return child + 1 }
        child = next(after: child + 1)
      }
      return nil
    }
  }
}

extension JSON.Number {
  /// Returns the number as an integer, or `nil` if it has a fraction other than zero or does not fit the type.
  func integerValue<T: FixedWidthInteger>() -> T? {
    var text = text
    return text.withUTF8 { unsafe JSONDigits($0).integer() }
  }

  /// The nearest `Double`, or `nil` if it is infinite, or zero although the number is not.
  var doubleValue: Double? {
    var text = text
    return text.withUTF8 { unsafe JSONTape.double($0) }
  }
}
