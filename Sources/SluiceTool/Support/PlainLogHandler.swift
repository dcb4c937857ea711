internal import Logging

/// A log handler that prints messages to standard error, without time and level.
struct PlainLogHandler: LogHandler {
  var logLevel = Logger.Level.debug
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    printError("\(event.message)")
  }
}
