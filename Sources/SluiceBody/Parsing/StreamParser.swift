/// A push parser: a state machine that finds elements in bytes as they arrive, without input or output of its own.
///
/// ```swift
/// while let block = try source.read() {
///   var position = 0
///   while let element = try parser.next(in: block.span, from: &position) { handle(element) }
/// }
/// while let element = try parser.finish() { handle(element) }
/// ```
///
/// The elements and the error are the same however the bytes are divided into blocks. An error is final: every later
/// call throws it again.
public protocol StreamParser<Element> {
  /// The type of the elements that the parser finds.
  associatedtype Element

  /// Returns the next element that `bytes` complete, or `nil` if they are all consumed and complete no further element.
  ///
  /// - Parameters:
  ///   - bytes: A block of input.
  ///   - position: The index of the first byte of the block that is not consumed yet. It is moved past the bytes that
  ///     this call consumes.
  mutating func next(in bytes: Span<UInt8>, from position: inout Int) throws -> Element?

  /// Returns the next element that the end of the input completes. Call it repeatedly until it returns `nil`.
  mutating func finish() throws -> Element?
}
