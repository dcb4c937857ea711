internal import SluiceSupport

extension JSON {
  /// A position in a JSON document, from which a ``JSONReadable`` type reads itself.
  ///
  /// A cursor is at a single value. ``beginObject()`` and ``beginArray()`` enter it. Then each member or element that
  /// is read becomes the current value. Members that are not read are skipped in O(1), whatever they contain.
  ///
  ///                         {"id": 7, "tags": ["a", "b"], "name": "Ann"}
  ///     beginObject()       ^
  ///     read("id")                 ^
  ///     read("name")                                              ^        skips the array
  ///     readIfPresent("url")                                               nil
  ///
  /// Members are found in O(1) if they are read in the order of the document, and otherwise by a search. If a key
  /// occurs more than once, its first member counts.
  ///
  /// The document has been checked, so a cursor only reads valid JSON. Errors have the coding path of the current
  /// value, which is determined when an error occurs.
  public struct Cursor: ~Copyable {
    @usableFromInline let tape: JSONTape
    /// Whether the document's keys are converted before they are compared.
    @usableFromInline let convertsKeys: Bool
    /// The reader, which owns the document.
    let reader: JSONUncounted<JSONReader>
    /// The scope of the value that the cursor was created for. All values that it visits are part of it.
    let scope: JSONUncounted<JSONScope>
    /// The index of the current value's entry.
    @usableFromInline var index: Int
    @usableFromInline var container = Container()
    /// The number of values around the current one that are being read.
    @usableFromInline var nesting: Int

    /// The progress in the object or array that is being read.
    @usableFromInline
    struct Container {
      /// The index of the first key or element.
      @usableFromInline var first = 1
      /// The index of the key or element after the one that was read last.
      @usableFromInline var next = 0
      /// The index after the last member, or 0 if the container is not an object.
      @usableFromInline var endOfMembers = 0
      /// The index after the last element, or 0 if the container is not an array.
      @usableFromInline var endOfElements = 0
      /// The keys before ``next``.
      @usableFromInline var passedKeys = JSONKeyFilter()

      @inlinable
      init() {}
    }

    /// A value to which the cursor returns, and the progress in the container around it.
    @usableFromInline
    struct Place {
      let document: UInt
      let index: Int
      let container: Container
      let nesting: Int
    }

    @inline(__always)
    init(_ reader: borrowing JSONReader, at scope: borrowing JSONScope) {
      self.reader = JSONUncounted(reader)
      self.scope = JSONUncounted(scope)
      tape = reader.tape
      convertsKeys = reader.convertsKeys
      index = scope.index
      container.first = index + 1
      nesting = reader.cursorNesting
    }
  }
}

extension JSON.Cursor {
  /// Whether the current value is `null`.
  @inlinable @inline(__always)
  public var isNull: Bool { tape[index].kind == .null }

  /// The number of elements or members of the current value, or 0 if it is not an array or object.
  @inlinable
  public var count: Int { tape[index].isContainer ? tape.count(of: index) : 0 }

  /// The coding path of the current value.
  ///
  /// - Complexity: O(*n*) in the number of values that precede it in the containers around it.
  public var codingPath: [any CodingKey] { scope.object.codingPath(.descendant(index)) }

  /// The values that the decoder passes to the types.
  public var userInfo: [CodingUserInfoKey: Any] { reader.object.userInfo }

  /// Returns an error for a current value that has the right type, but is not valid.
  ///
  /// - Parameter description: The reason.
  /// - Returns: `DecodingError.dataCorrupted` with the coding path of the current value.
  public func corrupted(_ description: String) -> DecodingError {
    reader.object.corrupted(scope.object, .descendant(index), description)
  }

  // MARK: Objects

  /// Enters the current value, which must be an object.
  ///
  /// - Throws: `DecodingError` if it is not an object.
  @inlinable @inline(__always)
  public mutating func beginObject() throws {
    let entry = tape[index]
    guard entry.kind == .object else { throw mismatch([String: Any].self) }
    container.first = index + 1
    container.next = index + 1
    container.endOfMembers = entry.end
    container.endOfElements = 0
    container.passedKeys = JSONKeyFilter()
  }

  /// Enters the current value, which must be an object without other keys than those given.
  ///
  /// - Parameter keys: The keys that the object may have.
  /// - Throws: `DecodingError` if it is not an object, or at the first key that is not among `keys`.
  /// - Complexity: O(*n*) in the number of members if they have the order of `keys`.
  public mutating func beginObject(onlyKeys keys: [StaticString]) throws {
    try beginObject()
    var expected = 0
    while let index = advanceToNextMember() {
      if expected < keys.count, reader.object.isKey(at: index, equalTo: keys[expected]) {
        expected += 1
      } else if let found = keys.firstIndex(where: { reader.object.isKey(at: index, equalTo: $0) }) {
        expected = found + 1
      } else {
        throw corrupted("The key is not expected here.")
      }
    }
    index = container.first - 1
    try beginObject()
  }

  /// Reads the member with the given key.
  ///
  /// - Throws: `DecodingError.keyNotFound` if it is missing, or the error of the member's type.
  #if compiler(>=6.3)
    // With the other attribute, the compiler may not inline the call, and the key is then not a constant.
    @inline(always)
  #else
    @inline(__always)
  #endif
  @inlinable
  public mutating func read<T: JSONReadable>(_ key: StaticString, as type: T.Type = T.self) throws -> T {
    if !find(key) { throw missing(key) }
    return try read()
  }

  /// Reads the member with the given key, unless it is missing or `null`.
  ///
  /// - Returns: The value, or `nil` if the member is missing or `null`.
  /// - Throws: The error of the member's type.
  #if compiler(>=6.3)
    // With the other attribute, the compiler may not inline the call, and the key is then not a constant.
    @inline(always)
  #else
    @inline(__always)
  #endif
  @inlinable
  public mutating func readIfPresent<T: JSONReadable>(
    _ key: StaticString, as type: T.Type = T.self
  ) throws -> T? {
    find(key) && !isNull ? try read(as: type) : nil
  }

  /// Reads the member with the given key, of a type that is only `Decodable`.
  ///
  /// - Throws: `DecodingError.keyNotFound` if it is missing, or the error of the member's type.
  public mutating func read<T: Decodable>(_ key: StaticString, as type: T.Type = T.self) throws -> T {
    if !find(key) { throw missing(key) }
    return try read(as: type)
  }

  /// Reads the member with the given key, of a type that is only `Decodable`, unless it is missing or `null`.
  ///
  /// - Returns: The value, or `nil` if the member is missing or `null`.
  /// - Throws: The error of the member's type.
  public mutating func readIfPresent<T: Decodable>(
    _ key: StaticString, as type: T.Type = T.self
  ) throws -> T? {
    find(key) && !isNull ? try read(as: type) : nil
  }

  /// Moves to the next member's value, in the order of the document.
  ///
  /// Such keys are data, so no key decoding strategy applies to them.
  ///
  /// - Returns: The key, or `nil` after the last member.
  public mutating func nextKey() -> String? {
    guard let key = advanceToNextMember() else { return nil }
    if convertsKeys { reader.object.noteDataObject(container.first - 1) }
    return tape.text(of: tape[key])
  }

  /// Moves to the next member's value, and returns the index of its key.
  mutating func advanceToNextMember() -> Int? {
    let key = container.next
    guard key < container.endOfMembers else { return nil }
    container.next = tape.next(after: key + 1)
    // Types that read all keys rarely ask for one. It is searched for then.
    container.passedKeys = .everything
    index = key + 1
    return key
  }

  // MARK: Arrays

  /// Enters the current value, which must be an array.
  ///
  /// - Throws: `DecodingError` if it is not an array.
  @inlinable @inline(__always)
  public mutating func beginArray() throws {
    let entry = tape[index]
    guard entry.kind == .array else { throw mismatch([Any].self) }
    container.first = index + 1
    container.next = index + 1
    container.endOfMembers = 0
    container.endOfElements = entry.end
  }

  /// Moves to the next element.
  ///
  /// - Returns: `false` after the last element.
  @inlinable @inline(__always)
  public mutating func nextElement() -> Bool {
    let next = container.next
    guard next < container.endOfElements else { return false }
    index = next
    container.next = tape.next(after: next)
    return true
  }

  // MARK: Values

  /// Reads the current value.
  ///
  /// - Throws: The error of the type.
  @inlinable @inline(__always)
  public mutating func read<T: JSONReadable>(as type: T.Type = T.self) throws -> T {
    // These types do not move the cursor.
    if T.self == String.self || JSON.isNumberOrBoolean(type) || T.self == JSON.Value.self {
      return try T(from: &self)
    }
    // The value is made where the caller keeps it, which a call of a generic method would prevent.
    let place = try enter()
    defer { leave(to: place) }
    return try T(from: &self)
  }

  /// Enters the current value.
  ///
  /// - Returns: The place of the value, for ``leave(to:)``.
  @usableFromInline
  mutating func enter() throws -> Place {
    if nesting >= 32 { try checkStack() }
    let place = Place(document: tape.identity, index: index, container: container, nesting: nesting)
    nesting &+= 1
    container.endOfMembers = 0
    container.endOfElements = 0
    return place
  }

  /// Returns to a value and the container around it.
  @usableFromInline
  mutating func leave(to place: Place) {
    // A cursor that was exchanged for one of another document does not have these indices.
    precondition(tape.identity == place.document, "The cursor belongs to another document.")
    index = place.index
    container = place.container
    nesting = place.nesting
  }

  /// Reads the current value, of a type that is only `Decodable`.
  ///
  /// - Throws: The error of the type.
  public mutating func read<T: Decodable>(as type: T.Type = T.self) throws -> T { try readDecodable(type) }

  /// Reads the current value as a type that is `Decodable` or has a strategy.
  func readDecodable<T: Decodable>(_ type: T.Type = T.self) throws -> T {
    let (reader, scope) = (reader.object, scope.object)
    let nesting = reader.cursorNesting
    reader.cursorNesting = self.nesting + 1
    defer { reader.cursorNesting = nesting }
    return try reader.decode(type, at: index, in: scope, .descendant(index))
  }

  /// Reads a scalar of a standard type.
  @inline(__always)
  mutating func scalar<T: JSONScalar>() throws -> T {
    guard let value = reader.use({ T.read(tape[index], of: $0) }) else { throw mismatch(T.self) }
    return value
  }

  /// Returns the current value as an integer of 64 bits, or `nil` if it is not one.
  @usableFromInline
  mutating func int64() -> Int64? { reader.use { Int64.read(tape[index], of: $0) } }

  /// Returns the current value as an unsigned integer of 64 bits, or `nil` if it is not one.
  @usableFromInline
  mutating func uint64() -> UInt64? { reader.use { UInt64.read(tape[index], of: $0) } }

  /// Returns the current value as an integer of 128 bits, or `nil` if it is not one.
  @usableFromInline
  mutating func int128() -> Int128? { reader.use { Int128.read(tape[index], of: $0) } }

  /// Returns the current value as an unsigned integer of 128 bits, or `nil` if it is not one.
  @usableFromInline
  mutating func uint128() -> UInt128? { reader.use { UInt128.read(tape[index], of: $0) } }

  /// Reads an array of scalars.
  @inline(__always)
  mutating func scalars<T: JSONScalar>() throws -> [T] {
    let result = reader.use { reader in
      Result { () throws(JSONMismatch) in try T.readArray(at: index, of: reader) }
    }
    switch result {
    case .success(let values): return values
    case .failure(let error):
      index = error.index
      throw mismatch(error.type)
    }
  }

  // MARK: Errors

  @usableFromInline @inline(never)
  mutating func mismatch(_ type: Any.Type) -> any Error {
    reader.object.failure(type, at: index, in: scope.object, .descendant(index))
  }

  @usableFromInline @inline(never)
  mutating func missing(_ key: StaticString) -> any Error {
    let path = scope.object.codingPath(.descendant(container.first - 1))
    return JSONReader.missing(AnyCodingKey(stringValue: key.description), at: path)
  }

  @usableFromInline @inline(never)
  mutating func checkStack() throws {
    if !reader.object.hasRoom() { throw corrupted(NestedCalls.refusal) }
  }
}

extension JSON.Cursor {
  /// Enters the object of an enumeration's case, in the form that Swift synthesizes: `{"circle":{"radius":2}}`.
  ///
  /// Its members are the associated values. Those without a label have the keys `_0`, `_1` and so on.
  ///
  ///     enum Shape: Codable, JSONReadable {
  ///       case dot
  ///       case circle(radius: Double)
  ///
  ///       init(from cursor: inout JSON.Cursor) throws {
  ///         switch try cursor.beginCase(of: Shape.self, named: ["dot", "circle"]) {
  ///         case "circle": self = .circle(radius: try cursor.read("radius"))
  ///         default: self = .dot
  ///         }
  ///       }
  ///     }
  ///
  /// - Parameters:
  ///   - type: The enumeration.
  ///   - names: The names of all of its cases, as its coding keys have them.
  /// - Returns: The name of the case, which is among `names`.
  /// - Throws: `DecodingError` if the current value is not an object, none or several of its members have one of the
  ///   names, or the member's value is not an object.
  /// - Complexity: O(*n*) in the number of members.
  public mutating func beginCase(of type: Any.Type, named names: [StaticString]) throws -> String {
    try beginObject()
    let object = index
    var found: (name: StaticString, value: Int)?
    while let key = advanceToNextMember() {
      guard let name = names.first(where: { reader.object.isKey(at: key, equalTo: $0) }) else { continue }
      if let found {
        // If a key occurs more than once, its first member counts.
        if reader.object.isKey(at: key, equalTo: found.name) { continue }
        index = object
        throw wrongNumberOfCases(of: type)
      }
      found = (name, index)
    }
    guard let found else {
      index = object
      throw wrongNumberOfCases(of: type)
    }
    index = found.value
    try beginObject()
    return found.name.description
  }

  private func wrongNumberOfCases(of type: Any.Type) -> DecodingError {
    .typeMismatch(
      type, .init(codingPath: codingPath, debugDescription: "Invalid number of keys found, expected one."))
  }
}
