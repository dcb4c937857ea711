internal import ArgumentParser
internal import Logging
internal import Sluice
internal import Synchronization

/// The options of all commands that transfer data, besides ``FieldOptions``.
///
/// Fields are not a group within this one, because debug builds check each level of groups several times over.
struct TransferOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The maximum time for a transfer; no limit by default.", valueName: "seconds"))
  var timeout: Double?

  @Option(help: ArgumentHelp("The maximum time to connect.", valueName: "seconds"))
  var connectTimeout: Double = 30

  @Option(
    help: ArgumentHelp(
      "The maximum time without progress while a body is sent or received.", valueName: "seconds"))
  var idleTimeout: Double = 60

  @Option(
    help: ArgumentHelp(
      "The maximum time from the end of a request to the head of its response. Defaults to 60, and with --timeout to "
        + "no limit.", valueName: "seconds"))
  var responseTimeout: Double?

  @Option(help: "The maximum number of redirects to follow.")
  var maxRedirects = 20

  @Option(
    help: ArgumentHelp(
      "The maximum number of retries after a connection failed, timed out or was lost, or after a status such as 503, "
        + "whatever the method. A response whose body breaks off is not requested again, but a download is continued. "
        + "Defaults to 10 for resumable uploads, `put-parts`, `upload-files` and "
        + "`download segments`, to 100 for an outbox, and otherwise to 0.", valueName: "times"))
  var retry: Int?

  @Flag(name: .customLong("http1.1"), help: "Use HTTP/1.1.") var http1 = false
  @Flag(help: "Use HTTP/2 if negotiated by TLS.") var http2 = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Trust only the certificate authorities in this PEM file.", valueName: "file"))
  var cacert: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Trust only this public key; can be repeated.", valueName: "sha256//base64"))
  var pin: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A certificate for servers that request one, in a PEM file, with its key unless --key is given.",
      valueName: "file"))
  var cert: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The private key of --cert, in a PEM file.", valueName: "file"))
  var key: String?

  @Flag(help: "Use the user names and passwords in ~/.netrc.") var netrc = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Send the cookies in this file, and store new ones in it; created if missing. Processes that share it at the same "
        + "time replace each other's cookies.", valueName: "file"))
  var cookieJar: String?

  @Flag(help: "Trust any certificate.") var insecure = false
  @Option(parsing: .unconditional, help: ArgumentHelp("The proxy to use.", valueName: "url")) var proxy:
    String?
  @Option(parsing: .unconditional, help: ArgumentHelp("The Unix-domain socket to use.", valueName: "path"))
  var unixSocket: String?

  @Option(help: ArgumentHelp("The maximum size of the response body.", valueName: "bytes"))
  var maxBody: Int?

  @Option(help: "The progress display: auto, bar, plain or none.") var progress = ProgressStyle.auto
  @Flag(name: .customShort("i"), help: "Print the status line and fields first.") var include = false
  @Flag(name: .shortAndLong, help: "Log requests and responses to standard error.") var verbose = false

  func validate() throws {
    if http1, http2 { throw ValidationError("--http1.1 and --http2 cannot be combined") }
    if key != nil, cert == nil { throw ValidationError("--key needs --cert") }
    if insecure, cacert != nil { throw ValidationError("--insecure and --cacert cannot be combined") }
    let limits = [timeout, connectTimeout, idleTimeout, responseTimeout].compactMap(\.self)
    // A limit of 0 would be none, and one that is far smaller is rounded to 0.
    if limits.contains(where: { !($0 >= 0.001 && $0 < 1e6) }) {
      throw ValidationError("a time limit must be at least 0.001 and less than 1000000 seconds")
    }
    if cookieJar == "" { throw ValidationError("--cookie-jar takes the path of a file") }
    if maxRedirects < 0 || maxRedirects > 1000 { throw ValidationError("--max-redirects takes 0 to 1000") }
    if let retry, retry < 0 || retry > 1000 { throw ValidationError("--retry takes 0 to 1000") }
    if let maxBody, maxBody < 0 { throw ValidationError("--max-body takes a number of bytes") }
    for pin in pin where !pin.hasPrefix("sha256//") {
      throw ValidationError("--pin takes sha256// followed by base64")
    }
  }

  /// The paths of the files that all transfers read. The cookie jar is written, too.
  var inputs: [String?] {
    [cacert, cert, key, netrc ? environmentVariable("HOME").map { "\($0)/.netrc" } : nil]
  }

  /// Checks the files of a command with these options: see ``checkOutputs(_:reading:form:outside:)``.
  ///
  /// - Parameter head: The other options that name files.
  func checkFiles(
    _ outputs: [(String, String?)], reading inputs: [String?] = [], form: [String] = [], _ head: FieldOptions,
    outside folder: (name: String, path: String)? = nil
  ) throws(Failure) {
    try checkOutputs(
      outputs + [("--cookie-jar", cookieJar)], reading: inputs + head.inputs + self.inputs, form: form,
      outside: folder)
  }

  /// Shows the progress of work until it ends.
  @discardableResult
  nonisolated(nonsending) func showingProgress<Value>(
    _ work: (ProgressBar) async throws -> Value
  ) async throws -> Value {
    let bar = ProgressBar(progress)
    defer { bar.finish() }
    return try await work(bar)
  }

  func configuration() throws(Failure) -> Session.Configuration {
    for file in [cacert, cert, key] { if let file { try checkReadable(file) } }
    var configuration = Session.Configuration()
    configuration.connectTimeout = .seconds(connectTimeout)
    configuration.idleTimeout = .seconds(idleTimeout)
    // A server may take as long as the transfer.
    if timeout != nil { configuration.responseTimeout = nil }
    if let responseTimeout { configuration.responseTimeout = .seconds(responseTimeout) }
    configuration.timeout = timeout.map { .seconds($0) }
    configuration.redirects.maximumCount = maxRedirects
    configuration.retries = Session.RetryPolicy(maximumCount: retry ?? 0)
    configuration.retries.methods = nil
    configuration.httpVersion = http1 ? .http1 : http2 ? .http2 : nil
    if let cacert { configuration.trust.authorities = .only(.file(cacert)) }
    if insecure { configuration.trust.authorities = .insecure }
    configuration.trust.pinnedPublicKeys = pin
    if let cert {
      configuration.trust.clientCertificate = .init(chain: .file(cert), privateKey: .file(key ?? cert))
    }
    if netrc { configuration.netrc = .home }
    if let cookieJar {
      // Each command of a script is a part of the same session, as with curl.
      configuration.cookies = .file(cookieJar, keepsSessionCookies: true)
      do {
        try configuration.cookies.checkOnThread()
      } catch {
        throw Failure(.inputOutput, "cookie-jar", "the cookies cannot be saved: \(error)")
      }
    }
    configuration.proxy = proxy
    configuration.unixSocketPath = unixSocket
    if verbose {
      var logger = Logger(label: "sluice") { _ in PlainLogHandler() }
      logger.logLevel = .debug
      configuration.monitors = [LogMonitor(logger)]
    }
    return configuration
  }

  /// The configuration for a command that can be repeated after a failure, with 10 retries by default.
  func resumableConfiguration() throws(Failure) -> Session.Configuration {
    var configuration = try configuration()
    configuration.retries.maximumCount = retry ?? 10
    configuration.retries.maximumNetworkWait = .seconds(60)
    return configuration
  }
}

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

extension Session.Redirects {
  /// Lets redirects fail that would replace the sending of a file by a GET, as one with the status 303 to a page to log
  /// in does: the page's success says nothing about the file.
  mutating func keepMethod() {
    decide = { redirect, proposed in
      if proposed.method == redirect.request.method { return .follow }
      throw Failure(
        .notAllowed, "redirect-refused",
        "the status \(redirect.response.status.code) redirects the upload to a page, so it is unknown whether the "
          + "server has the file")
    }
  }
}
