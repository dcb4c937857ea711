import Testing

/// The end and the output of a program.
struct Outcome {
  enum End: Equatable {
    case exited(CInt)
    case killed(by: CInt)
    case tookTooLong
  }

  let end: End
  let output: [UInt8]
  let errors: String
  /// The user and system time.
  let processorTime: Duration

  var text: String { String(decoding: output, as: UTF8.self) }

  var errorLines: [String] { errors.split(separator: "\n").map(String.init) }

  /// Expects exit code 0 and nothing on standard error.
  func expectSuccess(at location: SourceLocation = #_sourceLocation) {
    expectEnd(.exited(0), at: location)
  }

  /// Expects an end, and nothing on standard error.
  func expectEnd(_ expected: End, at location: SourceLocation = #_sourceLocation) {
    #expect(end == expected, sourceLocation: location)
    #expect(errors == "", sourceLocation: location)
  }

  /// Expects an exit code, and a single line on standard error that has the error's code and all of `words`.
  func expectFailure(
    _ status: CInt, _ code: String, saying words: String..., at location: SourceLocation = #_sourceLocation
  ) {
    #expect(end == .exited(status), sourceLocation: location)
    #expect(errors.hasPrefix("error: \(code): "), sourceLocation: location)
    #expect(errors.hasSuffix("\n") && errorLines.count == 1, "\(errors)", sourceLocation: location)
    for word in words { #expect(errors.contains(word), sourceLocation: location) }
  }
}
