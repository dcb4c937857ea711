internal import SluiceSupport

extension JSON {
  /// A JSON value of any kind: a document or a part of one.
  ///
  ///     let user = try JSON.Value(parsing: bytes)
  ///     let city = user["address"]?["city"]?.string
  ///
  ///     var settings: JSON.Value = ["name": "Ann", "tags": ["a", "b"]]
  ///     settings["age"] = 42
  ///     print(settings)   // {"name":"Ann","tags":["a","b"],"age":42}
  ///
  /// Members keep their order, and numbers their text. A parsed value is converted only when it is accessed: reading
  /// three members of a large document takes little longer than checking it. Each part of a document keeps the whole
  /// document in memory.
  ///
  /// Two values are equal if their texts in a single line are equal: `1` and `1.0` are different, and so are objects
  /// whose members have different orders.
  public struct Value: Sendable {
    /// The content of a value, by its kind.
    public enum Content: Sendable {
      /// The literal `null`.
      case null
      /// The literal `true` or `false`.
      case bool(Bool)
      /// A number, with its original text.
      case number(Number)
      /// A string, with its escapes resolved.
      case string(String)
      /// The elements of an array.
      case array([JSON.Value])
      /// The members of an object in order. Members with the same key are all included.
      case object([Member])
    }

    /// A member of an object.
    ///
    /// Two members are equal if their keys have the same UTF-8 bytes, and their values are equal.
    public struct Member: Sendable, Hashable {
      private var exactKey: ExactString
      /// The value.
      public var value: JSON.Value

      /// The key, with its escapes resolved.
      public var key: String {
        get { exactKey.text }
        set { exactKey = ExactString(newValue) }
      }

      /// Creates a member.
      public init(_ key: String, _ value: JSON.Value) {
        exactKey = ExactString(key)
        self.value = value
      }
    }

    /// The representation of a value.
    enum Storage: Sendable {
      /// A value that the program built.
      case content(Content)
      /// A value of a scanned document, with the index of its entry.
      case scanned(JSONDocument, Int)
    }

    var storage: Storage

    /// Creates a value from its content.
    public init(_ content: Content) { storage = .content(content) }

    /// Creates a value from an entry of a scanned document.
    init(_ document: JSONDocument, _ index: Int) { storage = .scanned(document, index) }

    /// The content of the value.
    ///
    /// - Complexity: O(*n*) in the number of elements or members, or the length of a scalar. The elements of a parsed
    ///   array or object are created at each access, without their own content.
    public var content: Content {
      switch storage {
      case .content(let content): content
      case .scanned(let document, let index): document.content(at: index)
      }
    }
  }
}

extension JSON.Value {
  /// The null value.
  public static let null = JSON.Value(.null)

  /// Whether the value is null.
  public var isNull: Bool {
    guard case .null = scalar else { return false }
    return true
  }

  /// The Boolean value, or `nil` if the value is not `true` or `false`.
  public var bool: Bool? {
    guard case .bool(let bool) = scalar else { return nil }
    return bool
  }

  /// The number, or `nil` if the value is not a number.
  public var number: JSON.Number? {
    guard case .number(let number) = scalar else { return nil }
    return number
  }

  /// The integer, or `nil` if the value is not a number, has a fraction other than zero, or does not fit `Int`.
  public var int: Int? { number?.integer() }

  /// The nearest `Double`, or `nil` if the value is not a number.
  ///
  /// The result is also `nil` if the `Double` would be an infinity, or zero although the number is not.
  public var double: Double? { number?.double }

  /// The string, or `nil` if the value is not a string.
  ///
  /// - Complexity: O(*n*) in the length of the string.
  public var string: String? {
    guard case .string(let string) = scalar else { return nil }
    return string
  }

  /// The elements, or `nil` if the value is not an array.
  ///
  /// - Complexity: O(*n*) in the number of elements or members.
  public var array: [JSON.Value]? {
    guard case .array(let elements) = content else { return nil }
    return elements
  }

  /// The members in order, or `nil` if the value is not an object.
  ///
  /// - Complexity: O(*n*) in the number of elements or members.
  public var members: [Member]? {
    guard case .object(let members) = content else { return nil }
    return members
  }

  /// The content of a scalar, or an empty array for a parsed container.
  ///
  /// Unlike ``content``, it does not create the elements of the container.
  private var scalar: Content {
    guard case .scanned(let document, let index) = storage, document.read({ $0[index].isContainer }) else {
      return content
    }
    return .array([])
  }

  /// The number of elements or members, or 0 if the value is neither an array nor an object.
  ///
  /// - Complexity: O(1), or O(*n*) for parsed values with 16,777,215 elements or members or more.
  public var count: Int {
    switch storage {
    case .scanned(let document, let index):
      document.read { $0[index].isContainer ? $0.count(of: index) : 0 }
    case .content(.array(let elements)): elements.count
    case .content(.object(let members)): members.count
    case .content: 0
    }
  }

  /// Returns the value without members that are null, at any depth.
  ///
  /// Null elements of arrays are kept, since removing them would change the indices of the others.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  public func removingNulls() -> JSON.Value {
    let buffer = JSONBuffer()
    write(into: buffer, escapesSlashes: false, dropsNulls: true)
    // The text was written just now, so it is valid.
    guard let document = try? buffer.scanned() else { return self }
    return JSON.Value(document, JSONDocument.root)
  }
}

extension JSONDocument {
  /// Returns the content of the value at `index`.
  func content(at index: Int) -> JSON.Value.Content {
    read { tape in
      let entry = tape[index]
      switch entry.kind {
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
      default: return tape.content(ofScalar: entry)
      }
    }
  }
}

extension JSONTape {
  /// Returns the content of a value that is not a container.
  func content(ofScalar entry: JSONEntry) -> JSON.Value.Content {
    switch entry.kind {
    case .false: .bool(false)
    case .true: .bool(true)
    case .integer, .fraction: .number(JSON.Number(unchecked: numberText(of: entry)))
    case .string, .unicode, .escaped: .string(text(of: entry))
    case .null, .array, .object: .null
    }
  }
}
