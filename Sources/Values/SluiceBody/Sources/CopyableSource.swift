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
