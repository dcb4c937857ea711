internal import ArgumentParser
internal import Logging
internal import Sluice
internal import Synchronization

/// The options of all commands that transfer data, besides ``FieldOptions``.
///
/// Fields are not a group within this one, because debug builds check each level of groups several times over.
struct TransferOptions: ParsableArguments {
  @Option(
    name: [.customLong("timeout"), .customLong("max-time"), .customShort("m")],
    help: ArgumentHelp("The maximum time for a transfer; no limit by default.", valueName: "seconds"))
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
        + "whatever the method, but not the POST that begins a resumable upload, unless the server has refused it for "
        + "now. A response whose body breaks off is not "
        + "requested again, but a download is continued, and `upload-parts` sends the part again. Defaults to 10 for "
        + "resumable uploads, `upload-parts`, `upload-files` and `download segments`, to 100 for an outbox, and otherwise "
        + "to 0.", valueName: "times"))
  var retry: Int?

  @Flag(name: .customLong("http1.1"), help: "Use HTTP/1.1.") var http1 = false
  @Flag(help: "Use HTTP/2 if negotiated by TLS.") var http2 = false
  @Flag(help: "Use HTTP/3, or an earlier version if the server does not respond over QUIC.") var http3 = false
  @Flag(help: "Use HTTP/3 only.") var http3Only = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Trust only the certificate authorities in this PEM file.", valueName: "file"))
  var cacert: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Trust only this public key; can be repeated.", valueName: "sha256//base64"))
  var pin: [String] = []

  @Option(
    name: [.customShort("E"), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "A certificate for servers that request one, in a PEM file, with its key unless --key is given.",
      valueName: "file"))
  var cert: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The private key of --cert, in a PEM file.", valueName: "file"))
  var key: String?

  @Flag(name: [.customShort("n"), .long], help: "Use the user names and passwords in ~/.netrc.") var netrc =
    false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Send the cookies in this file, and store new ones in it; created if missing. Processes that share it at the same "
        + "time replace each other's cookies.", valueName: "file"))
  var cookieJar: String?

  @Option(
    name: .customShort("c"), parsing: .unconditional,
    help: ArgumentHelp(
      "Store cookies in this file, which is replaced: with those of -b FILE, and those that servers set.",
      valueName: "file"))
  var cookieOutput: String?

  @Flag(name: [.customShort("k"), .long], help: "Trust any certificate.") var insecure = false
  @Option(
    name: [.customShort("x"), .long], parsing: .unconditional,
    help: ArgumentHelp("The proxy to use.", valueName: "url"))
  var proxy: String?
  @Option(parsing: .unconditional, help: ArgumentHelp("The Unix-domain socket to use.", valueName: "path"))
  var unixSocket: String?

  @Option(
    name: .customLong("max-body"),
    help: ArgumentHelp(
      "The maximum size of the response body, such as 64M. No effect on `upload-files` and `upload-parts`, which "
        + "ignore the body.", valueName: "bytes"))
  private var maxBodySize: ByteSize?
  var maxBody: Int? { maxBodySize?.count }

  @Option(help: "The progress display: auto, bar, plain or none.") var progress = ProgressStyle.auto
  @Flag(name: .customShort("i"), help: "Print the status line and fields first.") var include = false
  @Flag(name: .shortAndLong, help: "Log requests and responses to standard error.") var verbose = false

  @Flag(
    name: [
      .customShort("L"), .customLong("location"), .customLong("compressed"), .customLong("fail-with-body"),
    ],
    help: """
      No effect, for users of curl: redirects are followed, responses are decompressed, and an unacceptable status is \
      an error after its body has been printed.
      """)
  var isLikeCurl = false

  func validate() throws {
    if [http1, http2, http3, http3Only].count(where: \.self) > 1 {
      throw ValidationError("--http1.1, --http2, --http3 and --http3-only cannot be combined")
    }
    if key != nil, cert == nil { throw ValidationError("--key needs --cert") }
    if insecure, cacert != nil { throw ValidationError("--insecure and --cacert cannot be combined") }
    let limits = [timeout, connectTimeout, idleTimeout, responseTimeout].compactMap(\.self)
    // A limit of 0 would be none, and one that is far smaller is rounded to 0.
    if limits.contains(where: { !($0 >= 0.001 && $0 < 1e6) }) {
      throw ValidationError("a time limit must be at least 0.001 and less than 1000000 seconds")
    }
    if cookieJar != nil, cookieOutput != nil {
      throw ValidationError("--cookie-jar and -c cannot be combined")
    }
    if cookieOutput == "" { throw ValidationError("-c takes the path of a file") }
    if cookieJar == "" { throw ValidationError("--cookie-jar takes the path of a file") }
    if maxRedirects < 0 || maxRedirects > 1000 { throw ValidationError("--max-redirects takes 0 to 1000") }
    if let retry, retry < 0 || retry > 1000 { throw ValidationError("--retry takes 0 to 1000") }
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
    // With the same name, the file is a cookie jar.
    let cookies = head.cookieFile == cookieOutput ? nil : head.cookieFile
    try checkOutputs(
      outputs + [("--cookie-jar", cookieJar), ("-c", cookieOutput)],
      reading: inputs + head.inputs + self.inputs + [cookies], form: form, outside: folder)
  }

  /// The files that the options name, which a response must not replace.
  func usedFiles(_ head: FieldOptions) -> UsedFiles {
    UsedFiles((head.inputs + inputs + [head.cookieFile, writtenCookies]).compactMap(\.self))
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

  /// Returns the configuration of a session.
  ///
  /// - Parameter head: The options with credentials that answer challenges. Defaults to none.
  func configuration(_ head: FieldOptions? = nil) throws -> Session.Configuration {
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
    configuration.httpVersion =
      http1 ? .http1 : http2 ? .http2 : http3 ? .http3 : http3Only ? .http3Only : nil
    if let cacert { configuration.trust.authorities = .only(.file(cacert)) }
    if insecure { configuration.trust.authorities = .insecure }
    configuration.trust.pinnedPublicKeys = pin
    if let cert {
      configuration.trust.clientCertificate = .init(chain: .file(cert), privateKey: .file(key ?? cert))
    }
    if netrc { configuration.netrc = .home }
    configuration.credentials = try head?.digestCredentials()
    try setCookies(of: &configuration, reading: head?.cookieFile)
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
  func resumableConfiguration(_ head: FieldOptions) throws -> Session.Configuration {
    var configuration = try configuration(head)
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

extension HTTPResponse {
  /// Whether a server of the draft of resumable uploads says that it has the whole body.
  fileprivate var isUploadComplete: Bool {
    HTTPField.Name("Upload-Complete").map { headerFields[$0] == "?1" } ?? false
  }
}

extension Session.Redirects {
  /// Lets redirects fail that would replace the sending of a file by a GET, as one with the status 303 to a page to log
  /// in does: the page's success says nothing about the file. A server of the draft may redirect to the result.
  mutating func keepMethod() {
    decide = { redirect, proposed in
      let isResult = redirect.response.status == .seeOther && redirect.response.isUploadComplete
      // The policy is also asked about the URL of a resumable upload, to which a PATCH is sent.
      let isPage = proposed.method == .get && redirect.isReplacement(proposed, ofBody: true)
      if isResult || !isPage { return .follow }
      throw Failure(
        .notAllowed, "redirect-refused",
        "the status \(redirect.response.status.code) redirects the upload to a page, so it is unknown whether the "
          + "server has the file")
    }
  }
}
