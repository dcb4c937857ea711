public import FoundationEssentials

extension PropertyList {
  /// Reads a property list as any `Decodable` type, or as a ``PropertyList/Value``.
  ///
  ///     let settings = try PropertyList.Decoder().decode(Settings.self, from: bytes)
  ///
  /// What begins with `bplist` is binary; all else is XML, in UTF-8 or UTF-16. An integer is read as a
  /// floating-point number too, and a real as an integer where it is one; the text `$null` is nil.
  ///
  /// XML is read as XML 1.0 says, without a document type's declarations: comments, CDATA and line ends too. An
  /// integer may have a sign and be hexadecimal (`-0x1F`). A date is RFC 3339's, in the Gregorian calendar even
  /// where Foundation writes a Julian one, before 1582. Of a dictionary's members with
  /// the same key, the last is taken.
  ///
  /// Time and memory grow with the document, whatever it says.
  public struct Decoder: Sendable {
    /// What the types' `init(from:)` finds in their decoder. Empty by default.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    /// How many dictionaries and arrays may lie within one another, the root among them. 512 by default; more
    /// than 1,024, which any thread can free, counts as 1,024.
    ///
    /// Whatever it is, a type that is nested too deeply for the calling thread's stack is a `DecodingError`.
    public var maxDepth = 512
    /// What a binary document may come to for each of its bytes, where it refers to objects again and again: a
    /// value counts one each time that it is met, and text and data their bytes too. 64 by default. Whatever it
    /// is, 262,144 are free.
    public var maxExpansion = 64

    public init() {}

    /// The value that `bytes` hold.
    ///
    /// - Throws: `DecodingError`, with the coding path, for what does not fit the type. For what is no property
    ///   list or over a limit it is a `.dataCorrupted` whose underlying error is a ``PropertyList/Error``.
    ///   Besides, what the type's `init(from:)` throws.
    public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
      var format = Format.xml
      return try decode(type, from: bytes, format: &format)
    }

    /// The value that `data` hold.
    public func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
      try decode(type, from: Array(data))
    }

    /// The value that `bytes` hold. Sets `format` to what they are written in.
    public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8], format: inout Format) throws -> T {
      let root: Value
      do throws(Error) {
        if PropertyListBinaryReader.isBinary(bytes) {
          format = .binary
          var reader = try PropertyListBinaryReader(bytes, decoder: self)
          root = try reader.document()
        } else {
          format = .xml
          root = try PropertyListXMLDocument(bytes).read(maxDepth: treeDepth)
        }
      } catch {
        throw DecodingError.dataCorrupted(
          .init(codingPath: [], debugDescription: error.description, underlyingError: error))
      }
      return try PropertyListValueReader(decoder: self).decode(type, at: root, path: [])
    }

    /// The value that `data` hold. Sets `format` to what they are written in.
    public func decode<T: Decodable>(_ type: T.Type, from data: Data, format: inout Format) throws -> T {
      try decode(type, from: Array(data), format: &format)
    }

    var treeDepth: Int { min(maxDepth, Value.maxDepth) }
  }
}
