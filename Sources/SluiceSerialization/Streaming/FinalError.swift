/// A parser whose first error is thrown again by every later call.
protocol FinalError {
  var failure: (any Error)? { get set }
}

extension FinalError {
  /// Takes a step, unless one has failed.
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
