public import FoundationEssentials

extension PropertyList {
  /// Decodes a property list as any `Decodable` type, or as a ``PropertyList/Value``.
  ///
  /// ```swift
  /// let settings = try PropertyList.Decoder().decode(Settings.self, from: bytes)
  /// ```
  ///
  /// A document that begins with `bplist` is binary. Any other document is XML in UTF-8 or UTF-16. An integer can
  /// also be decoded as a floating-point number, a real as an integer if its value is integral, and the text `$null`
  /// as `nil`.
  ///
  /// XML follows XML 1.0, including comments, CDATA sections and line ends, but without the declarations of a
  /// document type. The contents of comments, processing instructions and attributes are not checked, white space may
  /// come before the XML declaration, and `]]>` in a text stands for itself.
  ///
  /// An integer may have a sign and be hexadecimal (`-0x1F`). A date has the form of RFC 3339. Dates before 1582 are
  /// Gregorian, while Foundation writes Julian ones. If several members of a dictionary have the same key, the last one
  /// is used.
  ///
  /// Time and memory are limited by the size of the document, whatever it contains.
  public struct Decoder: Sendable {
    /// The values that types find in their decoder, in `init(from:)`. Empty by default.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    /// The maximum number of nested dictionaries and arrays, including the root. Defaults to 512.
    ///
    /// A value above 1,024 counts as 1,024, the depth that any thread can free. Whatever the limit, a type that is
    /// nested too deeply for the calling thread's stack is a `DecodingError`.
    public var maximumDepth = 512
    /// The maximum expanded size of a binary document for each of its bytes. Defaults to 64.
    ///
    /// Objects of a binary document can be referred to repeatedly. In the expanded size, a value counts 1 for each
    /// reference to it, and text and data additionally count their bytes. Whatever the limit, 262,144 are allowed in
    /// addition.
    public var maximumExpansion = 64

    /// Creates a decoder with the default limits.
    public init() {}

    /// Decodes a value from the bytes of a document.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - bytes: The document, in XML or in the binary format.
    /// - Throws: `DecodingError`, with the coding path, if the document does not match the type. If the document is
    ///   not a property list or exceeds a limit, the error is `.dataCorrupted` with a ``PropertyList/Error`` as its
    ///   underlying error. Errors of the type's `init(from:)` are passed on.
    public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
      var format = Format.xml
      return try decode(type, from: bytes, format: &format)
    }

    /// Decodes a value from the data of a document.
    ///
    /// - Throws: The same errors as for bytes.
    public func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
      try decode(type, from: Array(data))
    }

    /// Decodes a value from the bytes of a document, and reports the document's format.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - bytes: The document, in XML or in the binary format.
    ///   - format: Set to the format of the document.
    /// - Throws: The same errors as without `format`.
    public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8], format: inout Format) throws -> T {
      let root: Value
      do throws(Error) {
        if PropertyListBinaryReader.isBinary(bytes) {
          format = .binary
          var reader = try PropertyListBinaryReader(bytes, decoder: self)
          root = try reader.document()
        } else {
          format = .xml
          root = try PropertyListXMLDocument(parsing: bytes).read(maximumDepth: treeDepth)
        }
      } catch {
        throw DecodingError.dataCorrupted(
          .init(codingPath: [], debugDescription: error.description, underlyingError: error))
      }
      return try PropertyListValueReader(decoder: self).decode(type, at: root, path: [])
    }

    /// Decodes a value from the data of a document, and reports the document's format.
    ///
    /// - Throws: The same errors as for bytes.
    public func decode<T: Decodable>(_ type: T.Type, from data: Data, format: inout Format) throws -> T {
      try decode(type, from: Array(data), format: &format)
    }

    var treeDepth: Int { min(maximumDepth, Value.maximumDepth) }
  }
}
