extension PropertyList {
  /// Writes any `Encodable` value as a property list.
  ///
  ///     var encoder = PropertyList.Encoder()
  ///     encoder.outputFormat = .xml
  ///     let bytes = try encoder.encode(Settings(name: "a"))
  ///
  /// `Date` and `Data` have their own place in property lists; all other types encode themselves. Nil members
  /// are left out, and a nil that has to be written, as in an array, is the text `$null`. Of a key encoded
  /// twice the last value stays.
  ///
  /// XML is laid out as Foundation does it, byte for byte where `sortsKeys` is set, but for two things: a
  /// carriage return is `&#13;`, since a reader takes a bare one for the end of a line, and dates before 1582 are
  /// Gregorian, as ISO 8601 says. The binary format is Foundation's: equal texts, numbers, dates and data are
  /// written once.
  public struct Encoder: Sendable {
    /// `.binary` by default.
    public var outputFormat: Format = .binary
    /// Whether dictionaries are written in the order of their keys' UTF-8 bytes, as Foundation does in XML.
    /// False by default: in the order in which they were encoded.
    public var sortsKeys = false
    /// What the values' `encode(to:)` finds in their encoder. Empty by default.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    /// How many dictionaries and arrays may lie within one another, the root among them. 512 by default; more
    /// than 1,024, which any thread can free, counts as 1,024.
    ///
    /// Whatever it is, a value that is nested too deeply for the calling thread's stack is an `EncodingError`.
    public var maxDepth = 512

    public init() {}

    /// The value as a document.
    ///
    /// - Throws: `EncodingError`, with the coding path, for a root that is no dictionary or array (unless it is
    ///   a ``PropertyList/Value``), an integer outside −2⁶³ to 2⁶⁴ − 1, a date that is no number, in XML a date
    ///   outside the years 0000 to 9999 and text with a character that XML does not allow, and a value nested
    ///   too deeply; and what the value's `encode(to:)` throws.
    public func encode(_ value: some Encodable) throws -> [UInt8] {
      let root = try PropertyListEncodingTree(encoder: self).encodeRoot(value)
      let trail = PropertyListTrail(maxDepth: treeDepth, sortsKeys: sortsKeys)
      switch outputFormat {
      case .xml:
        var writer = PropertyListXMLWriter(trail: trail)
        return try writer.document(root)
      case .binary:
        var writer = PropertyListBinaryWriter(trail: trail)
        return try writer.document(root)
      }
    }

    var treeDepth: Int { min(maxDepth, Value.maxDepth) }
  }
}
