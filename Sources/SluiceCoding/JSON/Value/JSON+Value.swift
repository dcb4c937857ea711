extension JSON {
  /// A JSON document that has no type, or a part of one.
  ///
  ///     let answer = try JSON.Value(parsing: bytes)
  ///     let city = answer["address"]?["city"]?.string
  ///
  /// Members keep their order and numbers their text. A parsed value is looked at where it is asked: to read three
  /// members of a large document costs little more than to check it. Any part of it keeps the whole in memory.
  ///
  /// Two values are equal if they are written the same in one line: `1` is not `1.0`, and the order of members
  /// counts.
  public struct Value: Sendable {
    /// What a value is.
    public enum Content: Sendable {
      case null
      case bool(Bool)
      case number(Number)
      case string(String)
      case array([JSON.Value])
      case object([Member])
    }

    /// A member of an object.
    public struct Member: Sendable, Hashable {
      public var key: String
      public var value: JSON.Value

      public init(_ key: String, _ value: JSON.Value) {
        self.key = key
        self.value = value
      }
    }

    /// A member's name as a coding key. An encoder that meets it knows that the order of the keys is the document's.
    public struct Key: CodingKey, ExpressibleByStringLiteral {
      public let stringValue: String
      public var intValue: Int? { nil }

      public init(stringValue: String) { self.stringValue = stringValue }
      public init(stringLiteral value: String) { stringValue = value }
      public init?(intValue: Int) { nil }
    }

    enum Storage: Sendable {
      case content(Content)
      case scanned(JSONDocument, Int)
    }

    var storage: Storage

    public init(_ content: Content) { storage = .content(content) }

    init(_ document: JSONDocument, _ index: Int) { storage = .scanned(document, index) }

    /// What the value is. Of a parsed array or object, one level is taken apart each time.
    public var content: Content {
      switch storage {
      case .content(let content): content
      case .scanned(let document, let index): document.content(at: index)
      }
    }
  }
}

extension JSON.Value {
  public static let null = JSON.Value(.null)

  public var isNull: Bool {
    guard case .null = scalar else { return false }
    return true
  }

  /// Nil unless the value is `true` or `false`.
  public var bool: Bool? {
    guard case .bool(let bool) = scalar else { return nil }
    return bool
  }

  /// Nil unless the value is a number.
  public var number: JSON.Number? {
    guard case .number(let number) = scalar else { return nil }
    return number
  }

  /// Nil unless the value is a number that is an integer and fits.
  public var int: Int? { number?.integer() }

  /// Nil unless the value is a number that a `Double` is near to.
  public var double: Double? { number?.double }

  /// Nil unless the value is a string.
  public var string: String? {
    guard case .string(let string) = scalar else { return nil }
    return string
  }

  /// The elements. Nil unless the value is an array.
  public var array: [JSON.Value]? {
    guard case .array(let elements) = content else { return nil }
    return elements
  }

  /// The members, in order. Nil unless the value is an object.
  public var members: [Member]? {
    guard case .object(let members) = content else { return nil }
    return members
  }

  /// The content of a scalar; of a container, something else than a scalar's.
  private var scalar: Content {
    guard case .scanned(let document, let index) = storage, document.read({ $0[index].isContainer }) else {
      return content
    }
    return .array([])
  }

  /// How many elements or members there are. 0 for what is no array and no object.
  public var count: Int {
    switch storage {
    case .scanned(let document, let index):
      document.read { $0[index].isContainer ? $0.count(of: index) : 0 }
    case .content(.array(let elements)): elements.count
    case .content(.object(let members)): members.count
    case .content: 0
    }
  }

  /// The first member named `key`. Nil where there is none, and where the value is no object.
  ///
  /// Setting it changes the first member, or adds one at the end; nil removes all of that name. A value that is no
  /// object becomes one. Members are looked through one by one.
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

  /// The element at `index`. Nil where there is none, and where the value is no array.
  public subscript(index: Int) -> JSON.Value? {
    if case .scanned(let document, let array) = storage {
      return document.read { $0.element(index, of: array) }.map { JSON.Value(document, $0) }
    }
    guard let elements = array, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The value without the members that are null, at any depth. Nulls in arrays stay: they hold a place.
  public func removingNulls() -> JSON.Value {
    let buffer = JSONBuffer()
    write(into: buffer, formatting: .withoutEscapingSlashes, dropsNulls: true)
    // What was just written is JSON.
    guard let document = try? buffer.scanned() else { return self }
    return JSON.Value(document, JSONDocument.root)
  }
}

extension JSONTape {
  /// An element of an array. Nil where there is none, and where `array` is no array.
  fileprivate func element(_ index: Int, of array: Int) -> Int? {
    guard self[array].kind == .array, index >= 0, index < count(of: array) else { return nil }
    var child = array + 1
    for _ in 0..<index { child = next(after: child) }
    return child
  }
}

extension JSONDocument {
  fileprivate func content(at index: Int) -> JSON.Value.Content {
    read { tape in
      let entry = tape[index]
      switch entry.kind {
      case .null: return .null
      case .false: return .bool(false)
      case .true: return .bool(true)
      case .integer, .fraction: return .number(JSON.Number(unchecked: tape.numberText(of: entry)))
      case .string, .unicode, .escaped: return .string(tape.text(of: entry))
      case .array:
        var elements: [JSON.Value] = []
        elements.reserveCapacity(tape.count(of: index))
        var child = index + 1
        while child < entry.end {
          elements.append(JSON.Value(self, child))
          child = tape.next(after: child)
        }
        return .array(elements)
      case .object:
        var members: [JSON.Value.Member] = []
        members.reserveCapacity(tape.count(of: index))
        var child = index + 1
        while child < entry.end {
          members.append(JSON.Value.Member(tape.text(of: tape[child]), JSON.Value(self, child + 1)))
          child = tape.next(after: child + 1)
        }
        return .object(members)
      }
    }
  }
}
