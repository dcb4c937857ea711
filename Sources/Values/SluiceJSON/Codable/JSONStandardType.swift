import FoundationEssentials

/// A type whose values the encoder and the decoder handle themselves.
enum JSONStandardType<Element: Sendable>: Sendable {
  case date, data, url
  case int, double, string
  /// A type that writes or reads itself without a container.
  case element(Element)
  case stringDictionary, intDictionary, doubleDictionary

  /// Returns the types that are most common. Finding the conformances of a type takes longer than coding many values.
  ///
  /// - Parameter arrays: The arrays among them.
  static func common(arrays: [Element]) -> [ObjectIdentifier: Self] {
    var types: [ObjectIdentifier: Self] = [
      ObjectIdentifier(Date.self): .date,
      ObjectIdentifier(Data.self): .data,
      ObjectIdentifier(URL.self): .url,
      ObjectIdentifier(Int.self): .int,
      ObjectIdentifier(Double.self): .double,
      ObjectIdentifier(String.self): .string,
      ObjectIdentifier([String: String].self): .stringDictionary,
      ObjectIdentifier([String: Int].self): .intDictionary,
      ObjectIdentifier([String: Double].self): .doubleDictionary,
    ]
    for array in arrays {
      if let type = array as? Any.Type { types[ObjectIdentifier(type)] = .element(array) }
    }
    return types
  }
}

extension JSON {
  /// Returns whether the values of a type, or with `orNil` the optional ones, are numbers or Booleans. Such a value
  /// neither contains others nor moves a cursor.
  ///
  /// The compiler evaluates it for a known type.
  @inlinable @inline(__always)
  static func isNumberOrBoolean<T>(_ type: T.Type, orNil: Bool = false) -> Bool {
    isSame(T.self, Int.self, orNil) || isSame(T.self, Double.self, orNil) || isSame(T.self, Bool.self, orNil)
      || isSame(T.self, Int64.self, orNil) || isSame(T.self, Int32.self, orNil)
      || isSame(T.self, Int16.self, orNil) || isSame(T.self, Int8.self, orNil)
      || isSame(T.self, UInt.self, orNil) || isSame(T.self, UInt64.self, orNil)
      || isSame(T.self, UInt32.self, orNil) || isSame(T.self, UInt16.self, orNil)
      || isSame(T.self, UInt8.self, orNil) || isSame(T.self, Float.self, orNil)
  }

  @inlinable @inline(__always)
  static func isSame<T, Scalar>(_ type: T.Type, _ scalar: Scalar.Type, _ orNil: Bool) -> Bool {
    orNil ? T.self == Scalar?.self : T.self == Scalar.self
  }
}
