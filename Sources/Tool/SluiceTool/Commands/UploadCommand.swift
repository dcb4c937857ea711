internal import ArgumentParser
internal import Glibc
internal import Sluice
internal import SluiceSupport

struct UploadCommand: AsyncParsableCommand, CheckedCommand {
  static let configuration = CommandConfiguration(
    commandName: "upload", abstract: "Send a multipart form or a file, and print the response.",
    discussion: """
      A file is sent as it is, with PUT, and with the type of its name. If the URL ends with a slash, the name of the \
      file is added to it. A form (-F) is sent with POST.

      With --resumable or --tus, an upload that ends early leaves a record. The same command goes on where the server \
      was, with the same files, and removes the record at the end.

      A server of tus stores what it receives as one file, so --tus takes the file itself, which is sent with its name \
      and type. --resumable takes a file, or a form (-F) for a server that parses it, as it would without --resumable.
      """)

  @Argument(help: "The URL.") var url: String
  @Argument(help: "The file to send, or - for standard input; also before the URL.") var file: String?

  @Option(
    name: [.customShort("T"), .customLong("upload-file")], parsing: .unconditional,
    help: ArgumentHelp("The file to send, as the second argument.", valueName: "file"))
  var uploadFile: String?

  @OptionGroup var form: FormOptions

  @Option(
    name: [.customShort("X"), .customLong("request")], parsing: .unconditional,
    help: "The request method; PUT by default for a file, and POST for a form and with --resumable or --tus.")
  var method: String?

  @Flag(help: "Compress the form or the file with gzip while it is sent.") var gzip = false

  @Option(
    help: ArgumentHelp("The maximum number of bytes to send per second, such as 1M.", valueName: "bytes"))
  var limitRate: ByteSize?

  @Option(
    name: [.customShort("o"), .customLong("output")], parsing: .unconditional,
    help: ArgumentHelp("The file to write the response to.", valueName: "file"))
  var output: String?

  @Flag(help: "Make the upload resumable, with the HTTP working group's draft, if the server speaks it.")
  var resumable = false
  @Flag(help: "Make the upload resumable, with the tus protocol 1.0.0.") var tus = false

  @Flag(help: "With --tus, let the server store the form itself, with its boundaries, instead of a file.")
  var wholeForm = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The file that remembers a resumable upload. Defaults to NAME.upload in the current folder.",
      valueName: "file"))
  var record: String?

  @Option(
    help: ArgumentHelp("The version of the draft for --resumable: 3, 5, 6 or 8.", valueName: "number"))
  var interopVersion: Int?

  @OptionGroup var head: FieldOptions

  @OptionGroup var transfer: TransferOptions

  mutating func check() throws {
    if let uploadFile {
      if file != nil { throw ValidationError("-T and a file cannot be combined") }
      file = uploadFile
    }
    if let other = file, !url.contains("://"), other.contains("://") { (url, file) = (other, url) }
    url = targetURL(url)
    if file != nil, form.isGiven { throw ValidationError("a file and a form cannot be sent together") }
    if wholeForm, !tus || file != nil { throw ValidationError("--whole-form needs --tus and a form") }
    if tus, form.isGiven, !wholeForm {
      throw ValidationError(
        """
        a server of tus stores what it receives as one file: give the file itself, as in sluice upload --tus FILE URL, \
        or --whole-form to store the form with its boundaries
        """)
    }
    if resumable, tus { throw ValidationError("--resumable and --tus cannot be combined") }
    if record != nil, !resumable, !tus { throw ValidationError("--record needs --resumable or --tus") }
    if tus, gzip {
      throw ValidationError("--tus needs to know the size, so it cannot be combined with --gzip")
    }
    if let interopVersion {
      if !resumable { throw ValidationError("--interop-version needs --resumable") }
      if ResumableUpload.Draft(rawValue: interopVersion) == nil {
        throw ValidationError("--interop-version takes 3, 5, 6 or 8")
      }
    }
    if let limitRate, limitRate.byteCount < 1 {
      throw ValidationError("--limit-rate takes at least 1 byte per second")
    }
  }

  func run() async throws {
    let isPlainFile = file != nil && !resumable && !tus
    let method = try HTTPRequest.Method(argument: method ?? (isPlainFile ? "PUT" : "POST"))
    let url = isPlainFile && method == .put ? fileURL : url
    let content = try content()
    let upload = upload(of: content.paths.first)
    try transfer.checkFiles([("--record", upload?.record), ("-o", output)], form: content.paths, head)
    // Reports errors in the files before any connection is opened.
    _ = try content.body.byteCount

    var configuration = try transfer.configuration(head)
    configuration.maximumSendRate = limitRate?.byteCount
    // The page after a POST may be the response to a form.
    if file != nil || method != .post { configuration.redirects.keepMethod() }
    let session = Session(configuration)
    var request = try session.request(method, .init(url), fields: try head.fields(), body: content.body)
    if let file { describe(file, in: &request.head.headerFields) }
    if gzip, try !request.compressBody(from: 0, mediaTypes: [.any]) {
      throw Failure(
        .usage, "form", "--gzip compresses the body, which has the Content-Encoding of -H already")
    }
    do {
      let response = try await transfer.showingProgress { bar in
        try await session.send(request, resumable: upload, progress: bar.callback)
      }
      try await transfer.write(response, to: output)
    } catch {
      if let upload, error.leavesUpload, isRegularFile(upload.record) {
        printError("note: \(upload.record) has the record of this upload; the same command resumes it")
      }
      throw error
    }
    await session.invalidate()
  }

  /// Returns the body, and the paths of its files.
  private func content() throws -> (body: any BodySource, paths: [String]) {
    if let file {
      let path = file == "-" ? "/dev/stdin" : file
      return (FileSource(at: path), [path])
    }
    let specs = try form.specs()
    if specs.isEmpty {
      throw Failure(.usage, "form", "nothing to send: give a file, or at least one -F or --form-string")
    }
    return (MultipartForm(parts: specs.map(\.part)), specs.flatMap(\.inputs))
  }

  /// The URL, with the name of the file if its path has none after the last slash, and it has no query.
  private var fileURL: String {
    guard let file, file != "-", let name = file.lastComponent,
      !url.contains(where: { $0 == "?" || $0 == "#" }),
      let scheme = url.firstRange(of: "://")
    else { return url }
    let hasPath = url[scheme.upperBound...].utf8.contains(UInt8(ascii: "/"))
    if hasPath, url.utf8.last != UInt8(ascii: "/") { return url }
    var bytes = Array((hasPath ? url : url + "/").utf8)
    PercentCoding.encode(name.utf8.span, literals: .alphanumerics.union(ASCIISet("-._~")), into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Adds the type and the name of a file, unless the fields have them. The library sends the name to servers of tus.
  private func describe(_ path: String, in fields: inout HTTPFields) {
    if fields[.contentType] == nil {
      fields[.contentType] = (MediaType(fileName: path) ?? .octetStream).description
    }
    if resumable, fields[.contentDisposition] == nil, let name = path.lastComponent {
      fields[.contentDisposition] = attachment(named: name)
    }
  }

  /// Returns the settings of a resumable upload, or `nil` for any other upload.
  ///
  /// - Parameter path: The path of the first file, or `nil` if there is none.
  private func upload(of path: String?) -> ResumableUpload? {
    guard resumable || tus else { return nil }
    let record = record ?? "\(path?.lastComponent ?? "sluice").upload"
    let draft = interopVersion.flatMap { ResumableUpload.Draft(rawValue: $0) } ?? .interop6
    var upload: ResumableUpload = tus ? .tus(record: record) : .standard(record: record, draft: draft)
    upload.storesForms = wholeForm
    if let retry = transfer.retry { upload.retries.maximumCount = retry }
    upload.retries.maximumNetworkWait = .seconds(60)
    return upload
  }
}

extension Error {
  /// Whether an upload that has ended with this error can be resumed, if it has a record.
  fileprivate var leavesUpload: Bool {
    switch self {
    case is CancellationError, is ResponseError: true
    case let error as SessionError: ![.invalidRecord, .bodyFailed, .redirectRefused].contains(error.code)
    default: false
    }
  }
}

/// Returns a `Content-Disposition` with the name of a file (RFC 6266).
///
/// A name with other characters than printable ASCII, or with a quotation mark, a backslash or a percent sign, has the
/// form of RFC 8187: `attachment; filename*=UTF-8''h%C3%A9.txt`.
func attachment(named name: String) -> String {
  let isPlain = name.utf8.allSatisfy { (0x20..<0x7F).contains($0) && !#""\%"#.utf8.contains($0) }
  if isPlain { return "attachment; filename=\"\(name)\"" }
  var bytes: [UInt8] = []
  PercentCoding.encode(name.utf8.span, literals: .alphanumerics.union(ASCIISet("-._~")), into: &bytes)
  return "attachment; filename*=UTF-8''\(String(decoding: bytes, as: UTF8.self))"
}
