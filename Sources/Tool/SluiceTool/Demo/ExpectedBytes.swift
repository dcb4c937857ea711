internal import Sluice

/// A comparison of bytes that arrive in pieces with a body.
///
/// ```swift
/// let expected = try ExpectedBytes(body)
/// for try await chunk in response.body { try expected.compare(chunk.span) }
/// let isIntact = try expected.isComplete()
/// ```
final class ExpectedBytes {
  private let reader: any BodyReader
  private var buffer: [UInt8] = []
  private var bodyHasEnded = false
  private var differs = false
  /// The number of bytes that have been compared.
  private(set) var comparedByteCount: Int64 = 0

  /// Creates a comparison that starts at byte 0.
  ///
  /// - Parameter body: A body whose reader never waits.
  init(_ body: some BodySource) throws { reader = try body.makeReader() }

  /// Compares the next bytes.
  func compare(_ bytes: borrowing Span<UInt8>) throws {
    comparedByteCount += Int64(bytes.count)
    if differs { return }
    try readExpected(bytes.count)
    differs = !equal(bytes, buffer)
  }

  /// Returns whether the compared bytes are the whole body. Nothing can be compared afterwards.
  func isComplete() throws -> Bool {
    if differs { return false }
    try readExpected(1)
    return buffer.isEmpty
  }

  /// Reads the next `count` bytes of the body into the buffer, or fewer at its end.
  private func readExpected(_ count: Int) throws {
    buffer.removeAll(keepingCapacity: true)
    try buffer.append(addingCapacity: count) { output in
      while !bodyHasEnded, !output.isFull { bodyHasEnded = try reader.read(into: &output) == .end }
    }
  }
}
