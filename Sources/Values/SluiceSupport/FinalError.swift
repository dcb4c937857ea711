/// The first error of a parser, which is final: every later call throws it again.
///
/// ```
/// private var failure = FinalError<SyntaxError>()
///
/// mutating func finish() throws(SyntaxError) -> Element? {
///   try failure.check()
///   do throws(SyntaxError) { return try lastElement() } catch { throw failure.keep(error) }
/// }
/// ```
///
/// The type is `public`, although the module is not a product, because the compiler inlines only public functions into
/// other modules, and parsers call these for each element.
public struct FinalError<Failure: Error> {
  @usableFromInline var error: Failure?

  /// Creates a value without an error.
  @inlinable
  public init() {}

  /// Throws the error that was kept, if any.
  @inlinable
  public func check() throws(Failure) {
    if let error { throw error }
  }

  /// Keeps an error, and returns it to be thrown.
  @inlinable @discardableResult
  public mutating func keep(_ error: Failure) -> Failure {
    self.error = error
    return error
  }
}

extension FinalError: Sendable {}
