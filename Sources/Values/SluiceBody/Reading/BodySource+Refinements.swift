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

/// A body with texts that are chosen at random when it is made, such as the boundary of a form, or a body that contains
/// such bodies.
///
/// The same body made in another process has other texts. To continue an upload that an earlier process has started,
/// it gets the texts of that process.
package protocol RandomizedSource: BodySource {
  /// The texts, in the order of the body.
  var randomTexts: [String] { get }

  /// Returns the same body with the first texts of `texts`, which are removed there. The body keeps its own texts if
  /// those do not fit.
  func withRandomTexts(_ texts: inout ArraySlice<String>) -> Self
}

extension BodySource {
  package func partIfAny(at offset: Int64) -> PartProgress? {
    (_concrete as? any PartedSource)?.part(at: offset)
  }

  package var randomTextsIfAny: [String] { (_concrete as? any RandomizedSource)?.randomTexts ?? [] }

  package func withRandomTextsIfAny(_ texts: inout ArraySlice<String>) -> any BodySource {
    (_concrete as? any RandomizedSource)?.withRandomTexts(&texts) ?? self
  }
}

/// A source whose bytes are those of a file, which the system can copy.
package protocol CopyableSource: BodySource {
  /// Copies all bytes to an empty file, in constant memory, and passes each block of the copy to a closure. Blocks.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - consume: Takes a block, which has been checked if the source can do that.
  /// - Returns: `false` if the system cannot copy between these files. Nothing is written then.
  /// - Throws: A ``BodyError`` with the code `changed` for a block that is damaged, or `read-failed`; a `SystemError`
  ///   of writing; the errors of `consume`; a `CancellationError`.
  func copy(to file: Descriptor, _ consume: (borrowing Span<UInt8>) throws -> Void) throws -> Bool
}
