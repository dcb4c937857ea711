internal import ArgumentParser
internal import Sluice

/// The options of the commands that send parts.
struct PartRequestOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The file with a URL on each line, or - for standard input.", valueName: "file"))
  var urls: String

  @Option(help: ArgumentHelp("The maximum number of simultaneous requests.", valueName: "parts"))
  var parallel = 4

  @Option(
    name: [.customShort("X"), .customLong("request")], parsing: .unconditional,
    help: "The request method.")
  var method = "PUT"

  func validate() throws {
    if parallel < 1 || parallel > 1000 { throw ValidationError("--parallel takes 1 to 1000") }
  }

  /// The path of the file with the URLs.
  var urlsPath: String { urls == "-" ? "/dev/stdin" : urls }

  /// Returns the requests without bodies: one for each line of the file of URLs.
  ///
  /// - Throws: ``Failure``, also if two lines have one URL, at which a part would replace another.
  func requests(in session: Session, fields: HTTPFields) throws -> [SessionRequest] {
    let method = try HTTPRequest.Method(argument: method)
    let requests = try readURLs().map { try session.request(method, .init($0), fields: fields) }
    let targets = PartTargets()
    for (number, request) in zip(1..., requests) {
      if let other = targets.insert(number, request.head, at: try RequestURL(of: request.head)) {
        throw Failure(
          .dataRefused, "repeated-url",
          "lines \(other) and \(number) of \(urls) have the same URL, so one part would replace the other")
      }
    }
    return requests
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
}

/// The options for the list of the parts that were sent.
struct PartListOptions: ParsableArguments {
  @Option(
    help: """
      The form of the list: lines (a JSON object for each part), or the xml or json of S3's CompleteMultipartUpload.
      """)
  var format = Format.lines

  @Option(
    help: """
      What the store accepts: s3 (5M to 5G, 10000 parts, and an ETag for each) or any (10000 parts; ETags only for the \
      xml and json lists).
      """)
  var limits = Limits.s3

  @Option(
    name: [.customShort("o"), .customLong("output")], parsing: .unconditional,
    help: ArgumentHelp("The file to write the list to.", valueName: "file"))
  var output: String?

  /// The values of `--limits`.
  enum Limits: String, ExpressibleByArgument, CaseIterable {
    case s3, any
  }

  /// The values of `--format`.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case lines, xml, json
  }

  var storeLimits: PartStore.Limits {
    // The lists that complete an upload to S3 consist of ETags.
    limits == .s3 ? .s3 : PartStore.Limits(needsETags: format != .lines)
  }

  /// Writes the list.
  func write(_ parts: [UploadedPart]) async throws {
    let output = try OutputFile(output)
    switch format {
    case .lines: for part in parts { try output.write(part.printedLine) }
    case .json:
      let list: [JSON.Value] = parts.map { ["ETag": .text($0.etag), "PartNumber": .number($0.number)] }
      let value: JSON.Value = ["Parts": JSON.Value(.array(list))]
      try output.write(value.line)
    case .xml:
      var request = SessionRequest(HTTPRequest(method: .post, scheme: nil, authority: nil, path: nil))
      try RequestEncoder.completeMultipartUpload.encode(parts, into: &request)
      if let body = request.body { for try await chunk in body.chunks() { try output.write(chunk) } }
      try output.write([UInt8(ascii: "\n")])
    }
    try output.commit()
  }
}

extension UploadedPart {
  /// The line of JSON, without characters that a terminal obeys.
  var printedLine: [UInt8] {
    get throws { try JSON.Value(parsing: jsonLine).line }
  }
}
