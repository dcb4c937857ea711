internal import SluiceCoding

extension MultipartForm.Part {
  /// The headers of a part, sent or received: names and values, in order.
  ///
  /// ```swift
  /// var headers: MultipartForm.Part.Headers = ["Content-Language": "de", "X-Camera": "3"]
  /// headers["x-camera"] = "4"                                        // the value of X-Camera
  /// headers.append(.init(name: "X-Camera", value: "5"))
  /// headers["X-CAMERA"]                                              // "4", the first one
  /// headers[values: "X-Camera"]                                      // ["4", "5"]
  /// for header in headers { print(header.name, header.value) }
  /// ```
  ///
  /// Names keep their case, and are compared regardless of it. A name can occur more than once. Names and values are
  /// not checked here: a form reports an invalid one, and a parser accepts none.
  public struct Headers: Sendable, Hashable {
    /// A header: its name and value.
    ///
    /// Two headers are equal if their values are, and their names regardless of the case of ASCII letters.
    public struct Field: Sendable {
      /// The name, such as `Content-Language`.
      public var name: String
      /// The value, without the blanks around it if it was received.
      public var value: String

      /// Creates a header.
      public init(name: String, value: String) {
        self.name = name
        self.value = value
      }
    }

    private var fields: [Field] = []

    /// Creates an empty list.
    public init() {}

    /// Creates a list of fields, in order.
    init(fields: [Field]) { self.fields = fields }

    /// The value of the first header with this name, or `nil` if there is none.
    ///
    /// Setting it replaces that value and removes the other headers with this name, or appends a header. Setting it to
    /// `nil` removes all headers with this name.
    ///
    /// - Complexity: O(*n*) for *n* headers.
    public subscript(name: String) -> String? {
      get { fields.first { $0.isNamed(name) }?.value }
      set {
        let first = fields.firstIndex { $0.isNamed(name) }
        if let newValue {
          fields[(first.map { $0 + 1 } ?? fields.endIndex)...].removeAll { $0.isNamed(name) }
          if let first { fields[first].value = newValue } else { append(Field(name: name, value: newValue)) }
        } else {
          fields.removeAll { $0.isNamed(name) }
        }
      }
    }

    /// The values of all headers with this name, in order.
    ///
    /// - Complexity: O(*n*) for *n* headers.
    public subscript(values name: String) -> [String] {
      fields.filter { $0.isNamed(name) }.map(\.value)
    }
  }
}

extension MultipartForm.Part.Headers: RandomAccessCollection, RangeReplaceableCollection {
  /// The index of the first header, always 0.
  public var startIndex: Int { 0 }
  /// The number of headers.
  public var endIndex: Int { fields.count }

  /// The header at `position`.
  public subscript(position: Int) -> Field { fields[position] }

  /// Replaces the headers in `range` by `newFields`.
  public mutating func replaceSubrange(_ range: Range<Int>, with newFields: some Collection<Field>) {
    fields.replaceSubrange(range, with: newFields)
  }
}

extension MultipartForm.Part.Headers: ExpressibleByDictionaryLiteral {
  /// Creates a list from names and values, in order. A name can occur more than once.
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }
}

extension MultipartForm.Part.Headers.Field {
  /// Whether the header has this name, regardless of the case of ASCII letters.
  func isNamed(_ name: String) -> Bool {
    let (name, other) = (name.utf8.span, self.name.utf8.span)
    guard name.count == other.count else { return false }
    for index in name.indices where name[index].asciiLowercased != other[index].asciiLowercased {
      return false
    }
    return true
  }
}

extension MultipartForm.Part.Headers.Field: Hashable {
  /// Returns whether two headers have the same name, regardless of the case of ASCII letters, and equal values.
  public static func == (a: Self, b: Self) -> Bool { a.isNamed(b.name) && a.value == b.value }

  /// Hashes the name, regardless of the case of ASCII letters, and the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name.utf8.count)
    for byte in name.utf8 { hasher.combine(byte.asciiLowercased) }
    hasher.combine(value)
  }
}

extension MultipartForm.Part.Headers.Field: CustomStringConvertible {
  /// The header as a line, such as `Content-Language: de`.
  public var description: String { "\(name): \(value)" }
}
