public import SluiceErrors

/// Property lists in XML and in the binary format, as Apple's systems and tools exchange them.
///
/// ```swift
/// let bytes = try PropertyList.Encoder().encode(Settings(name: "a"))
/// let settings = try PropertyList.Decoder().decode(Settings.self, from: bytes)
/// ```
///
/// A ``PropertyList/Value`` represents a document without a type of your own.
public enum PropertyList {
  /// The format of a document.
  public enum Format: Sendable, Hashable, CaseIterable {
    /// An XML document in UTF-8, with the document type `-//Apple//DTD PLIST 1.0//EN`.
    case xml
    /// The binary format `bplist00`.
    case binary
  }
}

extension PropertyList {
  /// Encodes any `Encodable` value as a property list.
  ///
  /// ```swift
  /// var encoder = PropertyList.Encoder()
  /// encoder.outputFormat = .xml
  /// let bytes = try encoder.encode(Settings(name: "a"))
  /// ```
  ///
  /// Property lists have their own representation of `Date` and `Data`. All other types encode themselves. Members
  /// that are `nil` are left out. Where a `nil` has to be written, as in an array, it is the text `$null`, so this text
  /// is read as `nil` as well. XML drops the fraction of a date's second. If a key is encoded twice, the last value is
  /// used. A nested container adds to an earlier value for its key. A container of another kind is an error; Foundation
  /// traps.
  ///
  /// XML has the same layout as in Foundation, and with `.sortedKeys` the same bytes, except for carriage returns and
  /// old dates. A carriage return is written as `&#13;`, because readers treat an unescaped one as the end of a line.
  /// Dates before 1582 are Gregorian, as in ISO 8601. In the binary format, as in Foundation, equal strings, numbers,
  /// dates and data are written once.
  public struct Encoder: Sendable {
    /// The format of the document. Defaults to `.binary`.
    public var outputFormat: Format = .binary
    /// The layout of the document. Defaults to no options: members are written in the order in which they were encoded.
    public var outputFormatting: OutputFormatting = []
    /// The values that types find in their encoder, in `encode(to:)`. Empty by default.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    /// The maximum number of nested dictionaries and arrays, including the root. Defaults to 512.
    ///
    /// A value above 1,024 counts as 1,024, the depth that any thread can free. Whatever the limit, a value that is
    /// nested too deeply for the calling thread's stack is an `EncodingError`.
    public var maximumDepth = 512

    /// Creates an encoder with the default format and limits.
    public init() {}

    /// Encodes a value as a document.
    ///
    /// - Parameter value: The value. It must encode itself as a dictionary, an array or data, as in Foundation, unless
    ///   it is a ``PropertyList/Value``.
    /// - Returns: The bytes of the document.
    /// - Throws: `EncodingError`, with the coding path, for a root that is none of these, an integer outside −2⁶³ to
    ///   2⁶⁴ − 1, a date that is not finite, a value that is nested too deeply, and, in XML, a date outside the years
    ///   0000 to 9999 or text with a character that XML does not allow. Errors of the value's `encode(to:)` are passed
    ///   on.
    public func encode(_ value: some Encodable) throws -> [UInt8] {
      let root = try PropertyListEncodingTree(encoder: self).encodeRoot(value)
      let trail = PropertyListTrail(
        maximumDepth: treeDepth, sortsKeys: outputFormatting.contains(.sortedKeys))
      switch outputFormat {
      case .xml:
        var writer = PropertyListXMLWriter(trail: trail)
        return try writer.document(root)
      case .binary:
        var writer = PropertyListBinaryWriter(trail: trail)
        return try writer.document(root)
      }
    }

    var treeDepth: Int { min(maximumDepth, Value.maximumDepth) }
  }
}

extension PropertyList.Encoder {
  /// Options for the layout of a document.
  public struct OutputFormatting: OptionSet, Sendable, Hashable {
    /// The options as a bit mask.
    public let rawValue: UInt

    /// Creates a set of options from a bit mask.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Sorts the members of each dictionary by the UTF-8 bytes of their keys, as Foundation does in XML.
    public static let sortedKeys = OutputFormatting(rawValue: 2)
  }
}

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
    @inlinable
    public func decode<T: Decodable>(_ type: T.Type, from bytes: some Collection<UInt8>) throws -> T {
      var format = Format.xml
      return try decode(type, from: bytes, format: &format)
    }

    /// Decodes a value from the bytes of a document, and reports the document's format.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - bytes: The document, in XML or in the binary format.
    ///   - format: Set to the format of the document.
    /// - Throws: The same errors as without `format`.
    @inlinable
    public func decode<T: Decodable>(
      _ type: T.Type, from bytes: some Collection<UInt8>, format: inout Format
    ) throws -> T {
      // This does not copy an array.
      try decode(type, of: Array(bytes), format: &format)
    }

    @usableFromInline
    func decode<T: Decodable>(_ type: T.Type, of bytes: [UInt8], format: inout Format) throws -> T {
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

    var treeDepth: Int { min(maximumDepth, Value.maximumDepth) }
  }
}

extension PropertyList {
  /// An error that describes why a document is not a property list, and where.
  public struct Error: SluiceError, Hashable {
    /// The kind of the error.
    public let code: ErrorCode
    /// The position in the document, in bytes from its start.
    public let byteOffset: Int
    private let explanation: String

    init(_ code: ErrorCode, at byteOffset: Int, _ explanation: String) {
      self.code = code
      self.byteOffset = byteOffset
      self.explanation = explanation
    }

    /// Returns the same error at another position.
    func moved(to byteOffset: Int) -> Error { Error(code, at: byteOffset, explanation) }
  }
}

extension PropertyList.Error {
  /// The description without its code.
  public var message: String { "\(explanation) at byte \(byteOffset)" }
}

extension ErrorCode {
  /// The document breaks the rules of XML and its namespaces, of property lists, or of their binary format. A loopback
  /// server received something other than an HTTP/1 message (RFC 9112).
  public static let malformed = ErrorCode("malformed")
  /// An XML document is neither UTF-8 nor UTF-16, or declares another encoding than its own.
  public static let unsupportedEncoding = ErrorCode("unsupported-encoding")
  /// Text is not valid in its encoding, or contains a character that XML does not allow (XML 1.0 §2.2).
  public static let invalidText = ErrorCode("invalid-text")
  /// A document type has an internal subset, which could declare entities.
  public static let entityDeclaration = ErrorCode("entity-declaration")
  /// A container of a binary document contains itself.
  public static let cycle = ErrorCode("cycle")
}
