internal import ArgumentParser
internal import Glibc
internal import Sluice

struct MultipartCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "multipart", abstract: "Encode and decode multipart bodies.",
    subcommands: [Encode.self, Decode.self])

  struct Encode: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "encode", abstract: "Write a multipart body to standard output.")

    @OptionGroup var form: FormOptions

    @Option(parsing: .unconditional, help: "The boundary; random by default.")
    var boundary: String?

    @Option(parsing: .unconditional, help: "The subtype of multipart, such as form-data, mixed or related.")
    var subtype = "form-data"

    @Flag(help: "Print Content-Type, and Content-Length if it is known, to standard error first.")
    var headers = false

    func run() async throws {
      guard let subtype = try? MultipartForm.Subtype(parsing: subtype) else {
        throw Failure(.usage, "subtype", "'\(subtype)' is not a valid subtype")
      }
      let specs = try form.specs()
      try checkOutputs([], reading: [], form: specs.flatMap(\.inputs))
      let form = MultipartForm(
        subtype, boundary: try boundary.map(MultipartForm.Boundary.init(parsing:)) ?? .random(),
        parts: specs.map(\.part))
      if boundary != nil, specs.allSatisfy(\.inputs.isEmpty) {
        try await checkBoundary(of: form, partCount: specs.count)
      }
      let byteCount = try form.byteCount
      if headers {
        printError("Content-Type: \(form.contentType ?? "")")
        if let byteCount { printError("Content-Length: \(byteCount)") }
      }
      try await OutputFile(nil).write(form)
    }

    /// Checks that a form in memory has no boundary lines but its own.
    private func checkBoundary(of form: MultipartForm, partCount: Int) async throws {
      let line = Array("\r\n--\(form.boundary)".utf8)
      var bytes: [UInt8] = []
      for try await chunk in form.chunks() { bytes += chunk }
      // The first part has no line break before it, and the last line closes the form.
      let count = bytes.indices.count { bytes[$0...].starts(with: line) }
      if count > partCount {
        throw Failure(.usage, "boundary", "a value contains the boundary, so it would end there")
      }
    }
  }
}

extension MultipartCommand {
  struct Decode: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "decode", abstract: "Decode a multipart body and print a line of JSON for each part.",
      discussion: "A limit of 0 means no limit.")

    @Argument(help: "The input file; standard input by default.")
    var input: String?

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("The media type of the body, with its boundary.", valueName: "type"))
    var contentType: String

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("Write the bytes of part i to DIR/i, which must not exist.", valueName: "dir"))
    var extract: String?

    @Option(help: ArgumentHelp("The number of bytes to pass to the parser at a time.", valueName: "bytes"))
    private var feed = ByteSize(128 << 10)

    @Flag(help: "Accept LF for CRLF, folded headers, and coded parts, which are not decoded.")
    var lenient = false

    @Option(help: "The maximum number of parts; 1000 by default.") var maxParts: Int?
    @Option(help: "The maximum number of header fields in a part; 32 by default.") var maxHeaders: Int?
    @Option(
      help: ArgumentHelp(
        "The maximum size of a part's header lines; 16K by default, and 8K for one line.", valueName: "bytes")
    )
    private var maxHeaderBytes: ByteSize?
    @Option(help: ArgumentHelp("The maximum size of a part; no limit by default.", valueName: "bytes"))
    private var maxPartBytes: ByteSize?
    @Option(help: ArgumentHelp("The maximum size of the input; no limit by default.", valueName: "bytes"))
    private var maxBytes: ByteSize?
    @Option(help: ArgumentHelp("The maximum size of the preamble; 64K by default.", valueName: "bytes"))
    private var maxPreambleBytes: ByteSize?

    func validate() throws {
      if [maxParts, maxHeaders].contains(where: { $0 ?? 0 < 0 }) {
        throw ValidationError("a limit must be a positive number, or 0 for no limit")
      }
      if !(1...(64 << 20)).contains(feed.byteCount) {
        throw ValidationError("--feed takes 1 to 67108864 bytes")
      }
    }

    func run() throws {
      var parser = try MultipartParser(
        contentType: contentType, limits: limits, accepting: lenient ? .lenient : [])
      let input = try InputFile(input)
      let printer = try PartPrinter(extractingTo: extract)
      do {
        var block: [UInt8] = []
        while try input.read(into: &block, upTo: feed.count) {
          var position = 0
          while let event = try parser.next(in: block.span, from: &position) {
            try printer.print(event, of: block.span)
          }
          try printer.flush()
        }
        while let event = try parser.finish() { try printer.print(event, of: block.span) }
      } catch {
        // The parts before the error are complete.
        try printer.flush()
        throw error
      }
      try printer.flush()
    }

    private var limits: MultipartLimits {
      var limits = MultipartLimits()
      if let maxParts { limits.maximumPartCount = maxParts.orNil }
      if let maxHeaders { limits.maximumHeaderCount = maxHeaders.orNil }
      if let maxHeaderBytes {
        limits.maximumHeaderByteCount = maxHeaderBytes.count.orNil
        limits.maximumHeaderLineByteCount = maxHeaderBytes.count.orNil
      }
      if let maxPartBytes { limits.maximumPartByteCount = maxPartBytes.limit }
      if let maxBytes { limits.maximumByteCount = maxBytes.limit }
      if let maxPreambleBytes { limits.maximumPreambleByteCount = maxPreambleBytes.limit }
      return limits
    }
  }
}

extension BinaryInteger {
  /// The value of a limit, or `nil` if it is 0, which means no limit.
  fileprivate var orNil: Self? { self == 0 ? nil : self }
}
