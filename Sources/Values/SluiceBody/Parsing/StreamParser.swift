/// A push parser: a state machine that finds elements in bytes as they arrive, without any input or output.
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

  /// Appends the next elements that `bytes` complete to `elements`.
  ///
  /// It returns if all bytes are consumed, or once `limit` elements were appended. If it throws an error, the elements
  /// that precede the error were appended.
  ///
  /// A parser need not implement this method: the default implementation calls ``next(in:from:)`` for each element.
  /// Called through `any StreamParser`, a single call for many elements is faster.
  ///
  /// - Parameters:
  ///   - bytes: A block of input.
  ///   - position: The index of the first byte of the block that is not consumed yet. It is moved past the bytes that
  ///     this call consumes.
  ///   - elements: The array to append to.
  ///   - limit: The maximum number of elements to append, or `nil` for no limit.
  mutating func appendElements(
    in bytes: Span<UInt8>, from position: inout Int, to elements: inout [Element], upTo limit: Int?) throws

  /// Returns the next element that the end of the input completes. Call it repeatedly until it returns `nil`.
  mutating func finish() throws -> Element?
}

extension StreamParser {
  /// Appends the elements that ``next(in:from:)`` returns to `elements`.
  ///
  /// - Parameters:
  ///   - bytes: A block of input.
  ///   - position: The index of the first byte of the block that is not consumed yet. It is moved past the bytes that
  ///     this call consumes.
  ///   - elements: The array to append to.
  ///   - limit: The maximum number of elements to append, or `nil` for no limit.
  @inlinable
  public mutating func appendElements(
    in bytes: Span<UInt8>, from position: inout Int, to elements: inout [Element], upTo limit: Int?
  ) throws {
    var room = limit ?? .max
    while room > 0, let element = try next(in: bytes, from: &position) {
      elements.append(element)
      room -= 1
    }
  }
}
