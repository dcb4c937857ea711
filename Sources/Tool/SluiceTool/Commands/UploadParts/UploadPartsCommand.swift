internal import ArgumentParser
internal import Sluice

struct UploadPartsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "upload-parts", abstract: "Upload a file in parts, alone or with other machines.",
    discussion: """
      Without a subcommand, uploads a file from this machine: `sluice upload-parts --help` has the options. With \
      `plan`, `send` and `finish`, any number of machines that see the file send it.
      """,
    subcommands: [Upload.self, Plan.self, Send.self, Finish.self], defaultSubcommand: Upload.self)
}

extension UploadPartsCommand {
  struct Upload: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "upload", abstract: "Upload a file in parts, and print the list of them.",
      usage: "sluice upload-parts <file> --urls <file> [options]",
      discussion: """
        Part N is sent to the URL on line N of --urls, such as the URLs for UploadPart that are signed for a multipart \
        upload to S3. The upload is not completed: the list has what is needed to do so.

        An upload that ends early leaves a record. The same command sends the other parts, and removes the record at \
        the end. The URLs may be signed anew, but must be of the same upload: the scheme, host, port and path of the \
        first one, and its uploadId or, without one, all of its query but a signature.
        """)

    @Argument(help: "The file to send.") var file: String

    @OptionGroup var division: PartSizeOptions

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "The file that remembers the finished parts. Defaults to NAME.parts in the current folder.",
        valueName: "file"))
    var record: String?

    @OptionGroup var list: PartListOptions
    @OptionGroup var sending: PartRequestOptions
    @OptionGroup var head: FieldOptions
    @OptionGroup var transfer: TransferOptions

    func validate() throws {
      if transfer.include { throw ValidationError("-i is for a single response") }
    }

    func run() async throws {
      let record = record ?? "\(file.lastComponent ?? "sluice").parts"
      try transfer.checkFiles(
        [("--record", record), ("-o", list.output)], reading: [file, sending.urlsPath], head)
      let configuration = try transfer.resumableConfiguration(head)
      let session = Session(configuration)
      let requests = try sending.requests(in: session, fields: head.fields())
      let body = FileSource(at: file)
      let byteCount = try body.byteCount
      let size = byteCount.map { division.partSize?.byteCount ?? list.storeLimits.partByteCount(for: $0) }
      if let byteCount, let size {
        try check(requests.count, of: max(1, byteCount / size + (byteCount % size > 0 ? 1 : 0)), size)
      }
      do {
        try await transfer.showingProgress { bar in
          let store = PartStore(
            limits: list.storeLimits, record: record, retries: configuration.retries,
            maximumConcurrentCount: sending.parallel, request: { requests[$0.number - 1] },
            completing: { try await list.write($0) })
          try await session.uploadParts(of: body, size: size, to: store, progress: bar.callback)
        }
      } catch {
        if isRegularFile(record), error.leavesParts {
          printError(
            "note: \(record) has the record of this upload; the same command resumes it, also with new URLs"
          )
        }
        throw error
      }
      await session.invalidate()
    }

    private func check(_ urlCount: Int, of partCount: Int64, _ size: Int64) throws(Failure) {
      guard urlCount < partCount else { return }
      throw Failure(
        .dataRefused, "too-few-urls",
        "\(file) has \(counted(partCount, "part")) of \(counted(size, "byte")), but \(sending.urls) has "
          + counted(urlCount, "URL"))
    }
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
