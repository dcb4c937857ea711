/// The part of a form that is being sent, and its progress.
public struct PartProgress: Hashable, Sendable {
  /// The index of the part in the form, from 0.
  public let index: Int
  /// The name of the form field, or `nil` if the part has none.
  public let name: String?
  /// The name of the file, or `nil` for a part that is not a file.
  public let fileName: String?
  /// The number of bytes of the part's body that have been sent.
  public let sentByteCount: Int64
  /// The size of the part's body in bytes.
  public let byteCount: Int64

  package init(index: Int, name: String?, fileName: String?, sentByteCount: Int64, byteCount: Int64) {
    self.index = index
    self.name = name
    self.fileName = fileName
    self.sentByteCount = sentByteCount
    self.byteCount = byteCount
  }
}

/// A body that consists of named parts.
package protocol PartedSource: BodySource {
  /// Returns the part to which the byte at `offset` belongs, or the last part at the end of the body. The delimiter
  /// before a part, and its head, belong to the part. The result is `nil` if it is unknown or there is no part.
  ///
  /// - Complexity: O(log *n*) for *n* parts.
  func part(at offset: Int64) -> PartProgress?
}
