import Testing

/// How a program has ended, and what it has printed.
struct Outcome {
  enum End: Equatable {
    case exited(CInt)
    case killed(by: CInt)
    case tookTooLong
  }

  let end: End
  let output: [UInt8]
  let errors: String
  /// User and system time.
  let processorTime: Duration

  var text: String { String(decoding: output, as: UTF8.self) }

  var errorLines: [String] { errors.split(separator: "\n").map(String.init) }

  /// Expects that all went well, and that nothing was said of it.
  func expectSuccess(at location: SourceLocation = #_sourceLocation) {
    #expect(end == .exited(0), sourceLocation: location)
    #expect(errors == "", sourceLocation: location)
  }

  /// Expects an exit code, and one line on standard error that gives the error's code and says all of `words`.
  func expectFailure(
    _ status: CInt, _ code: String, saying words: String..., at location: SourceLocation = #_sourceLocation
  ) {
    #expect(end == .exited(status), sourceLocation: location)
    #expect(errors.hasPrefix("error: \(code): "), sourceLocation: location)
    #expect(errors.hasSuffix("\n") && errorLines.count == 1, "\(errors)", sourceLocation: location)
    for word in words { #expect(errors.contains(word), sourceLocation: location) }
  }
}
