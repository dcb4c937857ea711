import Logging
import SluiceClientTestSupport

/// The messages of the library's own logger, from all tests of the process.
enum SystemLog {
  static let messages: Record<String> = {
    let messages = Record<String>()
    LoggingSystem.bootstrap { Handler(messages: $0 == "sluice" ? messages : Record()) }
    return messages
  }()

  private struct Handler: LogHandler {
    let messages: Record<String>
    var logLevel = Logger.Level.trace
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { messages.append("\(event.level): \(event.message)") }
  }
}
