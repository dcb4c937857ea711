internal import ArgumentParser
internal import Logging
internal import Sluice

/// The options that all transfers share.
struct TransferOptions: ParsableArguments {
  @Option(
    name: [.customShort("H"), .customLong("header")],
    help: ArgumentHelp("A field to send.", valueName: "name: value"))
  var fields: [String] = []

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Credentials, sent as HTTP Basic.", valueName: "user:password"))
  var user: String?

  @Option(help: ArgumentHelp("A token, sent as Authorization: Bearer.", valueName: "token"))
  var bearer: String?

  @Option(help: ArgumentHelp("The longest that an exchange may take.", valueName: "seconds"))
  var timeout: Double?

  @Option(help: ArgumentHelp("The longest that connecting may take.", valueName: "seconds"))
  var connectTimeout: Double = 30

  @Option(help: "How many redirects are followed; 0 for none.")
  var maxRedirects = 20

  @Option(
    help: ArgumentHelp(
      "How often a request that failed for want of a connection, or with a status such as 503, is sent again, whatever "
        + "its method.", valueName: "times"))
  var retry = 0

  @Flag(name: .customLong("http1.1"), help: "Use HTTP/1.1.") var http1 = false
  @Flag(help: "Use HTTP/2 where TLS agrees on it.") var http2 = false

  @Option(help: ArgumentHelp("Trust the authorities of this PEM file only.", valueName: "file"))
  var cacert: String?

  @Option(help: ArgumentHelp("Trust this public key only; can be repeated.", valueName: "sha256//base64"))
  var pin: [String] = []

  @Flag(help: "Trust anybody.") var insecure = false
  @Option(help: ArgumentHelp("The proxy to use.", valueName: "url")) var proxy: String?
  @Option(help: ArgumentHelp("Connect to this socket.", valueName: "path")) var unixSocket: String?

  @Option(help: ArgumentHelp("The most bytes of the answer that are taken.", valueName: "bytes"))
  var maxBody: Int?

  @Option(help: "auto, bar, plain or none.") var progress = ProgressStyle.auto
  @Flag(name: .customShort("i"), help: "Print the status line and fields first.") var include = false
  @Flag(name: .shortAndLong, help: "Tell of requests and responses on standard error.") var verbose = false

  func validate() throws {
    if user != nil, bearer != nil { throw ValidationError("-u and --bearer exclude each other") }
    if http1, http2 { throw ValidationError("--http1.1 and --http2 exclude each other") }
    if insecure, cacert != nil { throw ValidationError("--insecure and --cacert exclude each other") }
    if let user, !user.utf8.contains(UInt8(ascii: ":")) { throw ValidationError("-u takes USER:PASSWORD") }
    for seconds in [timeout, connectTimeout].compactMap({ $0 }) where !(seconds > 0 && seconds < 1e6) {
      throw ValidationError("a time limit is more than 0 and less than 1000000 seconds")
    }
    if maxRedirects < 0 || maxRedirects > 1000 { throw ValidationError("--max-redirects takes 0 to 1000") }
    if retry < 0 || retry > 1000 { throw ValidationError("--retry takes 0 to 1000") }
    if let maxBody, maxBody < 0 { throw ValidationError("--max-body takes a number of bytes") }
    for pin in pin where !pin.hasPrefix("sha256//") {
      throw ValidationError("--pin takes sha256// and base64")
    }
  }

  func configuration() throws(Failure) -> Session.Configuration {
    if let cacert { try checkReadable(cacert) }
    var configuration = Session.Configuration()
    configuration.connectTimeout = .seconds(connectTimeout)
    configuration.timeout = timeout.map { .seconds($0) }
    configuration.redirects.maximum = maxRedirects
    configuration.retries = Session.RetryPolicy(maximumCount: retry)
    configuration.retries.methods = nil
    configuration.httpVersion = http1 ? .http1 : http2 ? .http2 : nil
    if let cacert { configuration.trust.authorities = .only(.file(cacert)) }
    if insecure { configuration.trust.authorities = .insecure }
    configuration.trust.pinnedPublicKeys = pin
    configuration.proxy = proxy
    configuration.unixSocketPath = unixSocket
    if verbose {
      var logger = Logger(label: "sluice") { _ in PlainLogHandler() }
      logger.logLevel = .debug
      configuration.monitors = [LogMonitor(logger)]
    }
    return configuration
  }

  /// What is wrong with them is said without their values, which may be secrets.
  func requestFields() throws(Failure) -> HTTPFields {
    var fields = HTTPFields()
    for text in self.fields { fields.append(try Self.field(text)) }
    if let bearer {
      guard HTTPField.isValidValue(bearer) else {
        throw Failure(.usage, "header", "the token has characters that no header may have")
      }
      fields[.authorization] = .bearer(bearer)
    }
    if let user {
      let (name, password) = Self.parted(user)
      fields[.authorization] = .basic(user: name, password: password ?? "")
    }
    return fields
  }

  private static func field(_ text: String) throws(Failure) -> HTTPField {
    guard case (let text, let value?) = parted(text) else {
      throw Failure(.usage, "header", "-H takes 'Name: value', with a colon")
    }
    guard let name = HTTPField.Name(text) else {
      throw Failure(.usage, "header", "'\(text)' is no name of a header")
    }
    let trimmed = String(value.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    guard HTTPField.isValidValue(trimmed) else {
      throw Failure(.usage, "header", "the value of '\(text)' has characters that no header may have")
    }
    return HTTPField(name: name, value: trimmed)
  }

  /// What stands before and behind the first colon, be it one with what combines with it.
  private static func parted(_ text: String) -> (String, String?) {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    return (String(Substring(parts[0])), parts.count == 2 ? String(Substring(parts[1])) : nil)
  }

  private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
}
