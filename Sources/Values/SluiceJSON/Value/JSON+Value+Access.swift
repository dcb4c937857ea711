internal import SluiceSupport

extension JSON.Value {
  /// The value of the first member with the given key, or `nil` if the key is missing or the value is not an object.
  ///
  ///     settings["address"]?["city"] = "Oslo"
  ///     settings["age"] = nil
  ///
  /// Keys are compared by their UTF-8 bytes. Setting a value replaces the value of the first member with the key, or
  /// appends a member. Setting `nil` removes all members with the key. A value that is not an object becomes one when
  /// it is set.
  ///
  /// - Complexity: O(*n*) in the number of members.
  public subscript(key: String) -> JSON.Value? {
    get {
      if case .scanned(let document, let index) = storage {
        return document.read { $0.member(key, of: index) }.map { JSON.Value(document, $0) }
      }
      let key = ExactString(key)
      return members?.first { ExactString($0.key) == key }?.value
    }
    set {
      var members = members ?? []
      let name = ExactString(key)
      if let newValue {
        if let index = members.firstIndex(where: { ExactString($0.key) == name }) {
          members[index].value = newValue
        } else {
          members.append(Member(key, newValue))
        }
      } else {
        members.removeAll { ExactString($0.key) == name }
      }
      self = JSON.Value(.object(members))
    }
  }

  /// The element at `index`, or `nil` if the index is out of bounds or the value is not an array.
  ///
  ///     settings["tags"]?[0] = "first"
  ///     settings["people"]?[1]?["name"] = "Ann"
  ///
  /// Setting a value replaces the element, or appends one if `index` is ``count``. Setting `nil` removes the element;
  /// to set a null, use ``null``. Nothing changes for any other index, or if the value is not an array.
  ///
  /// - Complexity: To get an element, O(*n*) in `index` for a parsed value, otherwise O(1). To set one, O(*n*) in the
  ///   number of elements.
  public subscript(index: Int) -> JSON.Value? {
    get {
      if case .scanned(let document, let array) = storage {
        return document.read { $0.element(index, of: array) }.map { JSON.Value(document, $0) }
      }
      guard let elements = array, elements.indices.contains(index) else { return nil }
      return elements[index]
    }
    set {
      guard var elements = array, index >= 0, index <= elements.count else { return }
      if index < elements.count {
        elements.replaceSubrange(index...index, with: newValue.map { [$0] } ?? [])
      } else if let newValue {
        elements.append(newValue)
      }
      self = JSON.Value(.array(elements))
    }
  }
}

extension JSONTape {
  /// Returns the index of an array's element.
  ///
  /// - Returns: The index, or `nil` if `index` is out of bounds or the value at `array` is not an array.
  fileprivate func element(_ index: Int, of array: Int) -> Int? {
    guard self[array].kind == .array, index >= 0, index < count(of: array) else { return nil }
    var child = array + 1
    for _ in 0..<index { child = next(after: child) }
    return child
  }
}

extension JSON.Value {
  /// Creates a string.
  ///
  ///     settings["name"] = JSON.Value(name)
  ///
  /// To parse the text of a document, use ``init(parsing:maximumDepth:duplicateKeys:)-(String,_,_)``.
  public init(_ string: some StringProtocol) { self.init(.string(String(string))) }

  /// Creates a Boolean value.
  public init(_ bool: Bool) { self.init(.bool(bool)) }

  /// Creates a number from an integer.
  public init(_ integer: some BinaryInteger) { self.init(.number(JSON.Number(integer))) }

  /// Creates a number with the shortest text that converts back to `double`, or `nil` if it is an infinity or NaN.
  public init?(_ double: Double) {
    guard let number = JSON.Number(double) else { return nil }
    self.init(.number(number))
  }
}

extension JSON.Value: ExpressibleByNilLiteral {
  /// Creates a null value.
  public init(nilLiteral: ()) { self.init(.null) }
}

extension JSON.Value: ExpressibleByBooleanLiteral {
  /// Creates a Boolean value.
  public init(booleanLiteral value: Bool) { self.init(.bool(value)) }
}

extension JSON.Value: ExpressibleByIntegerLiteral {
  /// Creates a number from an integer literal.
  public init(integerLiteral value: Int) { self.init(.number(JSON.Number(value))) }
}

extension JSON.Value: ExpressibleByFloatLiteral {
  /// Creates a number from a floating-point literal.
  ///
  /// The number has the shortest text that converts back to the `Double`. A literal that is too large for a `Double`
  /// becomes null.
  public init(floatLiteral value: Double) { self.init(JSON.Number(value).map { .number($0) } ?? .null) }
}

extension JSON.Value: ExpressibleByStringInterpolation {
  /// Creates a string.
  public init(stringLiteral value: String) { self.init(.string(value)) }
}

extension JSON.Value: ExpressibleByArrayLiteral {
  /// Creates an array.
  public init(arrayLiteral elements: JSON.Value...) { self.init(.array(elements)) }
}

extension JSON.Value: ExpressibleByDictionaryLiteral {
  /// Creates an object.
  ///
  /// The members keep their order. Members with the same key are all kept.
  public init(dictionaryLiteral elements: (String, JSON.Value)...) {
    self.init(.object(elements.map { Member($0, $1) }))
  }
}
