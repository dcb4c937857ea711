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
