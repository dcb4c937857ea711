/// The content of a ``Checkpoint``.
package protocol CheckpointRecord: Sendable {
  /// The maximum number of bytes of a record.
  static var maximumByteCount: Int { get }

  /// Parses the output of ``bytes()``; `nil` for anything else.
  init?(parsing bytes: [UInt8])

  func bytes() throws -> [UInt8]
}
