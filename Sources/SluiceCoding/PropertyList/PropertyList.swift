/// Property lists: XML and binary, as Apple's systems and tools exchange them.
///
///     let bytes = try PropertyList.Encoder().encode(Settings(name: "a"))
///     let settings = try PropertyList.Decoder().decode(Settings.self, from: bytes)
///
/// Read without a type, a document is a ``PropertyList/Value``.
public enum PropertyList {
  /// How a property list is written.
  public enum Format: Sendable, Hashable, CaseIterable {
    /// An XML document in UTF-8, by the document type `-//Apple//DTD PLIST 1.0//EN`.
    case xml
    /// The binary format `bplist00`.
    case binary
  }
}
