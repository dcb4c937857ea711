extension JSON {
  /// Options for the layout of JSON text.
  ///
  ///     var encoder = JSON.Encoder()
  ///     encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes]
  ///
  /// Without options, the text is a single line without spaces, members keep their order, and slashes are written as
  /// `\/`.
  public struct OutputFormatting: OptionSet, Sendable, Hashable {
    /// The options as a bit mask, with the bits of Foundation's `JSONEncoder.OutputFormatting`.
    public let rawValue: UInt

    /// Creates a set of options from a bit mask.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Writes each element and member on a line of its own, as Foundation does.
    ///
    /// Each level is indented by two spaces, and each key is followed by ` : `.
    public static let prettyPrinted = OutputFormatting(rawValue: 1)
    /// Sorts the members of each object by the UTF-8 bytes of their keys.
    public static let sortedKeys = OutputFormatting(rawValue: 2)
    /// Writes slashes without a backslash: `/` instead of `\/`.
    public static let withoutEscapingSlashes = OutputFormatting(rawValue: 8)
  }
}
