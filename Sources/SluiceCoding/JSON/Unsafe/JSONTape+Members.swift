extension JSONTape {
  /// The value of the first member of an object. Nil where there is none, and where `index` is no object.
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
  func integerValue<T: FixedWidthInteger>() -> T? {
    var text = text
    return text.withUTF8 { unsafe JSONDigits($0).integer() }
  }

  var doubleValue: Double? {
    var text = text
    return text.withUTF8 { unsafe JSONTape.double($0) }
  }
}
