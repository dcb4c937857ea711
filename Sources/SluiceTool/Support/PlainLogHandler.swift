internal import Logging
internal import Synchronization

/// A log handler that prints messages to standard error, without time and level.
struct PlainLogHandler: LogHandler {
  /// Whether an error was logged, so that the command has not done everything.
  static var hasLoggedErrors: Bool { errors.withLock { $0 } }
  private static let errors = Mutex(false)

  var logLevel = Logger.Level.debug
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    if event.level >= .error { Self.errors.withLock { $0 = true } }
    printError(event.level >= .error ? "warning: \(event.message)" : "\(event.message)")
  }
}
