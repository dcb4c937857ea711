/// A parser whose first error is final: every later call throws it again.
///
/// ```
/// mutating func finish() throws(SyntaxError) -> Element? {
///   try unlessFailed { parser throws(SyntaxError) in try parser.lastElement() }
/// }
/// ```
package protocol FinalError<Failure> {
  /// The type of the parser's errors.
  associatedtype Failure: Error

  /// The first error, or `nil` if no step has failed. A step that sets it and returns lets the next step throw it.
  var failure: Failure? { get set }
}

extension FinalError {
  /// Performs a step and stores its error, or throws the stored error of an earlier step.
  @inlinable
  package mutating func unlessFailed<Result>(
    _ step: (inout Self) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let failure { throw failure }
    do throws(Failure) {
      return try step(&self)
    } catch {
      failure = error
      throw error
    }
  }
}

extension FinalError where Self: AnyObject {
  /// Performs a step and stores its error, or throws the stored error of an earlier step.
  @inlinable
  package func unlessFailed<Result>(_ step: () throws(Failure) -> Result) throws(Failure) -> Result {
    if let failure { throw failure }
    do throws(Failure) {
      return try step()
    } catch {
      var parser = self
      parser.failure = error
      throw error
    }
  }
}
