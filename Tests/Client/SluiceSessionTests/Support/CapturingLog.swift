import Logging
import SluiceClientTestSupport

/// A log handler that keeps the messages.
struct CapturingLog: LogHandler {
  let lines = Record<String>()
  let levels = Record<Logger.Level>()
  var logLevel = Logger.Level.trace
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    lines.append("\(event.message) \(event.metadata ?? [:])")
    levels.append(event.level)
  }

  /// The levels of the messages that begin with a text.
  func levels(of prefix: String) -> [Logger.Level] {
    zip(lines.all, levels.all).filter { $0.0.hasPrefix(prefix) }.map(\.1)
  }

  var logger: Logger { Logger(label: "test") { _ in self } }
}
