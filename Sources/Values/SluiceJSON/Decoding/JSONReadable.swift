/// A type that reads itself from a JSON document without a decoding container.
///
/// ``JSON/Decoder`` uses the conformance wherever it decodes the type: at the top level, in arrays and dictionaries,
/// and as a member of types that are only `Decodable`. Containers, coding keys and existential types are not involved,
/// so a type is read in a fraction of the time.
///
///     struct User: Codable {
///       var id: Int64
///       var name: String
///       var address: Address?
///     }
///
///     extension User: JSONReadable {
///       init(from cursor: inout JSON.Cursor) throws {
///         try cursor.beginObject()
///         try self.init(
///           id: cursor.read("id"), name: cursor.read("name"), address: cursor.readIfPresent("address"))
///       }
///     }
///
/// A type without a memberwise initializer assigns each property instead. That takes longer for a type with many
/// properties, because the compiler copies the value at the end.
///
/// The keys are the strings of the type's coding keys. All strategies of the decoder apply: `.convertFromSnakeCase`
/// finds `isOpen` in a member `is_open`.
///
/// Both initializers of a type must accept the same documents. A class that conforms is final. Other decoders call
/// `init(from:)` of `Decodable`. So does ``JSON/Decoder`` if its key decoding strategy is `.custom`, which needs the
/// coding path of each key.
///
/// An enumeration with associated values reads itself with ``JSON/Cursor/beginCase(of:named:)``.
/// A type with a raw value needs no initializer: `extension Suit: JSONReadable {}`.
public protocol JSONReadable: Decodable, SendableMetatype {
  /// Reads a value from the cursor's position.
  ///
  /// - Parameter cursor: A cursor at the value. The position after the call does not matter.
  /// - Throws: `DecodingError`, or an error of the type's own.
  init(from cursor: inout JSON.Cursor) throws

  /// Reads an array of values. No type needs to implement this.
  ///
  /// A requirement, because the compiler specializes the default implementation for each type that conforms. It does
  /// not do so for arrays, which conform by a condition.
  static func _readArray(from cursor: inout JSON.Cursor) throws -> [Self]
}

extension JSONReadable {
  /// Reads an array of values, one after the other.
  @inlinable
  public static func _readArray(from cursor: inout JSON.Cursor) throws -> [Self] {
    let count = cursor.count
    try cursor.beginArray()
    // An initializer with a capacity would look up the array's metadata, which takes longer than reading an element.
    var elements: [Self] = []
    if count > 0 { elements.reserveCapacity(count) }
    while cursor.nextElement() { elements.append(try cursor.read()) }
    return elements
  }
}

extension JSONReadable where Self: RawRepresentable, RawValue: JSONReadable {
  /// Reads a raw value.
  ///
  /// - Throws: `DecodingError`, also if no value of the type has the raw value.
  public init(from cursor: inout JSON.Cursor) throws {
    let raw = try RawValue(from: &cursor)
    guard let value = Self(rawValue: raw) else {
      throw cursor.corrupted("Cannot initialize \(Self.self) from invalid \(RawValue.self) value \(raw)")
    }
    self = value
  }
}
