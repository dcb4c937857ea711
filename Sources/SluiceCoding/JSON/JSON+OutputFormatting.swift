extension JSON {
  /// How JSON is laid out. Without options: in one line, without spaces, members in order, slashes as `\/`.
  public struct OutputFormatting: OptionSet, Sendable, Hashable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// A line for each element and member, indented by two spaces a level, and ` : ` after keys, as Foundation
    /// does it.
    public static let prettyPrinted = OutputFormatting(rawValue: 1)
    /// Members in the order of their keys' UTF-8 bytes.
    public static let sortedKeys = OutputFormatting(rawValue: 2)
    /// Slashes as they are.
    public static let withoutEscapingSlashes = OutputFormatting(rawValue: 8)
  }
}
