internal import ArgumentParser
internal import Sluice

struct PutPartsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "put-parts", abstract: "Upload a file in parts, and print the list of them.",
    discussion: """
      Part N is sent to the URL on line N of --urls, such as the URLs for UploadPart that are signed for a multipart \
      upload to S3. The upload is not completed: the list has what is needed to do so.

      An upload that ends early leaves a record. The same command sends the other parts, and removes the record at the \
      end. The URLs may be signed anew, but must be of the same upload: the scheme, host, port and path of the first \
      one, and its uploadId.
      """)

  @Argument(help: "The file to send.") var file: String

  @Option(help: ArgumentHelp("The file with a URL on each line, or - for standard input.", valueName: "file"))
  var urls: String

  @Option(
    help: ArgumentHelp(
      "The size of each part but the last, such as 64M. Defaults to 64M, or more if there would be too many parts.",
      valueName: "bytes"))
  var partSize: ByteSize?

  @Option(help: ArgumentHelp("The maximum number of simultaneous requests.", valueName: "parts"))
  var parallel = 4

  @Option(
    help: ArgumentHelp(
      "The file that remembers the finished parts. Defaults to NAME.parts in the current folder.",
      valueName: "file"))
  var record: String?

  @Option(
    help: """
      What the store accepts: s3 (5M to 5G, 10000 parts, and an ETag for each) or any (10000 parts; ETags only for the \
      xml and json lists).
      """)
  var limits = Limits.s3

  @Option(
    help: """
      The form of the list: lines (a JSON object for each part), or the xml or json of S3's CompleteMultipartUpload.
      """)
  var format = Format.lines

  @Option(name: [.customShort("X"), .customLong("request")], help: "The request method.")
  var method = "PUT"

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The file to write the list to.", valueName: "file"))
  var output: String?

  @OptionGroup var transfer: TransferOptions

  /// The values of `--limits`.
  enum Limits: String, ExpressibleByArgument, CaseIterable {
    case s3, any
  }

  /// The values of `--format`.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case lines, xml, json
  }

  private var storeLimits: UploadPart.Limits {
    // The lists that complete an upload to S3 consist of ETags.
    limits == .s3 ? .s3 : UploadPart.Limits(needsETags: format != .lines)
  }

  func validate() throws {
    if parallel < 1 || parallel > 1000 { throw ValidationError("--parallel takes 1 to 1000") }
    if let partSize, partSize.byteCount < 1 { throw ValidationError("--part-size takes at least 1 byte") }
    if transfer.include { throw ValidationError("-i is for a single response") }
  }

  func run() async throws {
    guard let method = HTTPRequest.Method(method) else {
      throw Failure(.usage, "method", "'\(method)' is not a valid method")
    }
    var configuration = try transfer.configuration()
    // As for other uploads that can be resumed.
    if transfer.retry == 0 { configuration.retries.maximumCount = 10 }
    configuration.retries.maximumNetworkWait = .seconds(60)
    let session = Session(configuration)

    let body = FileSource(at: file)
    let size = try body.byteCount.map { partSize?.byteCount ?? storeLimits.partByteCount(for: $0) }
    let urls = try readURLs()
    let fields = try transfer.requestFields()
    let requests = try urls.map { try session.request(method, $0, fields: fields) }
    if let byteCount = try body.byteCount, let size {
      try check(requests.count, of: max(1, byteCount / size + (byteCount % size > 0 ? 1 : 0)), size)
    }
    let name = file.split(separator: "/").last.map { String($0) }
    let record = record ?? "\(name ?? "sluice").parts"
    let bar = ProgressBar(transfer.progress)
    do {
      defer { bar.finish() }
      try await session.uploadParts(
        of: body, size: size, atMost: parallel, limits: storeLimits, record: record,
        retries: configuration.retries, request: { requests[$0.number - 1] },
        completing: { try await write($0) }, progress: bar.callback)
    } catch {
      if isRegularFile(record), error.leavesParts {
        printError(
          "note: \(record) has the record of this upload; the same command goes on with it, also with new URLs"
        )
      }
      throw error
    }
    await session.invalidate()
  }

  private func readURLs() throws -> [String] {
    let text = try InputFile(urls == "-" ? nil : urls).readAll()
    // A line may end with CR LF.
    let blanks: Set<UInt8> = [UInt8(ascii: "\r"), UInt8(ascii: " "), UInt8(ascii: "\t")]
    var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      let end = line.lastIndex { !blanks.contains($0) }.map { $0 + 1 } ?? line.startIndex
      return String(decoding: line[..<end], as: UTF8.self)
    }
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  private func check(_ urlCount: Int, of partCount: Int64, _ size: Int64) throws(Failure) {
    guard urlCount < partCount else { return }
    throw Failure(
      .dataRefused, "too-few-urls",
      "\(file) has \(counted(partCount, "part")) of \(counted(size, "byte")), but \(urls) has "
        + counted(urlCount, "URL"))
  }

  /// Writes the list.
  private func write(_ parts: [UploadedPart]) async throws {
    let output = try OutputFile(output)
    switch format {
    case .lines: for part in parts { try output.write(part.line) }
    case .json:
      let list: [JSON.Value] = parts.map { ["ETag": .text($0.etag), "PartNumber": .number($0.number)] }
      let value: JSON.Value = ["Parts": JSON.Value(.array(list))]
      try output.write(value.line)
    case .xml:
      var request = Request(HTTPRequest(method: .post, scheme: nil, authority: nil, path: nil))
      try RequestSerializer.completeMultipartUpload.serialize(parts, into: &request)
      if let body = request.body { for try await chunk in body.chunks() { try output.write(chunk) } }
      try output.write([UInt8(ascii: "\n")])
    }
    try output.commit()
  }
}

extension UploadedPart {
  fileprivate var line: [UInt8] {
    let value: JSON.Value = [
      "number": .number(number), "offset": .number(offset), "size": .number(byteCount), "etag": .text(etag),
      "fields": .pairs(fields.map { ($0.name.rawName, $0.value) }),
    ]
    return value.line
  }
}

extension Error {
  /// Whether an upload in parts that has ended with this error can be resumed, if it has a record.
  fileprivate var leavesParts: Bool {
    switch self {
    case is CancellationError, is ResponseError, is Failure: true
    case let error as SessionError:
      ![.invalidRecord, .bodyFailed, .invalidConfiguration].contains(error.code)
    default: false
    }
  }
}

/// A number of bytes, possibly with a unit: `1000`, `64K`, `64M` or `5G`. Each unit is 1024 times the previous one.
struct ByteSize: ExpressibleByArgument {
  let byteCount: Int64

  init?(argument: String) {
    let units: [Character: Int64] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    let unit = argument.last.flatMap { units[$0] }
    let digits = unit == nil ? argument[...] : argument.dropLast()
    guard digits.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
      let number = Int64(digits)
    else { return nil }
    let (byteCount, overflow) = number.multipliedReportingOverflow(by: unit ?? 1)
    if overflow { return nil }
    self.byteCount = byteCount
  }
}
