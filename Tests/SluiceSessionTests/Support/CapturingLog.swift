import Logging

/// A log handler that keeps the messages.
struct CapturingLog: LogHandler {
  let lines = Record<String>()
  var logLevel = Logger.Level.trace
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { lines.append("\(event.message) \(event.metadata ?? [:])") }

  var logger: Logger { Logger(label: "test") { _ in self } }
}
