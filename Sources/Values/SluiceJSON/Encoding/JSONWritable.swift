/// A type that writes itself as JSON without an encoding container.
///
/// ``JSON/Encoder`` uses the conformance wherever it encodes the type: at the top level, in arrays and dictionaries,
/// and as a member of types that are only `Encodable`.
///
///     extension User: JSONWritable {
///       func write(to writer: inout JSON.Writer) throws {
///         try writer.beginObject()
///         try writer.write("id", id)
///         try writer.write("name", name)
///         try writer.writeIfPresent("address", address)
///         writer.endObject()
///       }
///     }
///
/// The keys are the strings of the type's coding keys. All strategies of the encoder apply: `.convertToSnakeCase`
/// writes `isOpen` as `is_open`.
///
/// The method must write the same value as the type's `encode(to:)`, which other encoders call. So does
/// ``JSON/Encoder`` if its key encoding strategy is `.custom`, which needs the coding path of each key.
///
/// An enumeration with associated values writes itself with ``JSON/Writer/beginCase(_:)``.
///
/// In debug builds, an encoder checks what such types have written, and throws an error if it is not valid JSON or
/// repeats a key. In release builds, a type that leaves out a bracket or a value produces malformed output.
///
/// A type with a raw value needs no method: `extension Suit: JSONWritable {}`.
public protocol JSONWritable: Encodable, SendableMetatype {
  /// Writes exactly one value.
  ///
  /// - Parameter writer: The writer to write to.
  /// - Throws: `EncodingError`, or an error of the type's own.
  func write(to writer: inout JSON.Writer) throws
}

extension JSONWritable where Self: RawRepresentable, RawValue: JSONWritable {
  /// Writes the raw value.
  public func write(to writer: inout JSON.Writer) throws { try rawValue.write(to: &writer) }
}
