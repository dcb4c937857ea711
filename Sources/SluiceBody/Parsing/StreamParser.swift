/// A state machine that finds elements in bytes as they come: pure, synchronous, tested step by step.
///
/// ```swift
/// while let block = try source.read() {
///   var position = 0
///   while let element = try parser.next(in: block.span, from: &position) { handle(element) }
/// }
/// while let element = try parser.finish() { handle(element) }
/// ```
///
/// However the bytes are cut into blocks, the elements are the same, and so is the error. An error is final: further
/// calls throw it again.
public protocol StreamParser<Element> {
  associatedtype Element

  /// The next element that `bytes` complete from `position` on, which moves behind what was taken; nil once all is.
  mutating func next(in bytes: Span<UInt8>, from position: inout Int) throws -> Element?

  /// What was left open when the bytes ended: to be called until it is nil.
  mutating func finish() throws -> Element?
}
