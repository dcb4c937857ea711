/// A parser whose first error is final: every later call throws it again.
protocol FinalError {
  /// The first error, or `nil` if no step has failed.
  var failure: (any Error)? { get set }
}

extension FinalError {
  /// Performs a step and stores its error, or throws the stored error of an earlier step.
  mutating func unlessFailed<Result>(_ step: (inout Self) throws -> Result) throws -> Result {
    if let failure { throw failure }
    do {
      return try step(&self)
    } catch {
      failure = error
      throw error
    }
  }
}
