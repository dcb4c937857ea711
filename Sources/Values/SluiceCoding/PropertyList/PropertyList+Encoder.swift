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
  /// XML has the same layout as in Foundation, and with ``sortsKeys`` the same bytes, except for carriage returns and
  /// old dates. A carriage return is written as `&#13;`, because readers treat an unescaped one as the end of a line.
  /// Dates before 1582 are Gregorian, as in ISO 8601. In the binary format, as in Foundation, equal strings, numbers,
  /// dates and data are written once.
  public struct Encoder: Sendable {
    /// The format of the document. Defaults to `.binary`.
    public var outputFormat: Format = .binary
    /// Whether the members of dictionaries are written in the order of their keys' UTF-8 bytes, as Foundation does in
    /// XML.
    ///
    /// Defaults to false: members are written in the order in which they were encoded.
    public var sortsKeys = false
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
      let trail = PropertyListTrail(maximumDepth: treeDepth, sortsKeys: sortsKeys)
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
