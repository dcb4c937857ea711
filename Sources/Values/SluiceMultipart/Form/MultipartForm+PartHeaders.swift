internal import SluiceCoding

extension MultipartForm.Part {
  /// The headers of a part, sent or received: names and values, in order.
  ///
  /// ```swift
  /// var headers: MultipartForm.Part.Headers = ["Content-Language": "de", "X-Camera": "3"]
  /// headers["x-camera"] = "4"                                        // the value of X-Camera
  /// headers.append((name: "X-Camera", value: "5"))
  /// headers["X-CAMERA"]                                              // "4", the first one
  /// headers[values: "X-Camera"]                                      // ["4", "5"]
  /// for header in headers { print(header.name, header.value) }
  /// ```
  ///
  /// Names keep their case, and are compared regardless of it. A name can occur more than once. Names and values are
  /// not checked here: a form reports an invalid one, and a parser accepts none. Values that were received have no
  /// blanks around them.
  public struct Headers: Sendable, Hashable {
    /// A header, which is equal to another one if their values are, and their names regardless of case.
    struct Field: Sendable {
      var name: String
      var value: String
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
          if let first {
            fields[first].value = newValue
          } else {
            fields.append(Field(name: name, value: newValue))
          }
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
  public subscript(position: Int) -> (name: String, value: String) {
    (fields[position].name, fields[position].value)
  }

  /// Replaces the headers in `range` by `newHeaders`.
  public mutating func replaceSubrange(
    _ range: Range<Int>, with newHeaders: some Collection<(name: String, value: String)>
  ) {
    fields.replaceSubrange(range, with: newHeaders.map { Field(name: $0.name, value: $0.value) })
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
  static func == (a: Self, b: Self) -> Bool { a.isNamed(b.name) && a.value == b.value }

  func hash(into hasher: inout Hasher) {
    hasher.combine(name.utf8.count)
    for byte in name.utf8 { hasher.combine(byte.asciiLowercased) }
    hasher.combine(value)
  }
}
