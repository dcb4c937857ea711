internal import ArgumentParser
internal import Glibc
internal import Sluice

struct RequestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "request", abstract: "Send a request and print the response.",
    usage: "sluice request [<method>] <url> [options]")

  enum Expectation: String, ExpressibleByArgument, CaseIterable {
    case json, plist, text, any, lines, jsonl, sse
    case jsonSequence = "json-seq"
    case jsonElements = "json-elements"
  }

  @Argument(
    help: ArgumentHelp(
      "The method and the URL; GET by default, or POST with a body.", valueName: "method> <url"))
  var target: [String]

  @Option(help: ArgumentHelp("A JSON object to add to the query of the URL.", valueName: "json"))
  var query: String?

  @Option(help: ArgumentHelp("A JSON document to send.", valueName: "text|@file"))
  var json: String?

  @Option(help: ArgumentHelp("A property list to send.", valueName: "@file"))
  var plist: String?

  @Option(help: ArgumentHelp("A JSON object to send as a form.", valueName: "json"))
  var form: String?

  @Option(help: ArgumentHelp("A body to send unchanged.", valueName: "text|@file"))
  var data: String?

  @Option(
    help: """
      The expected format of the response. The last five are printed as they arrive, one element per line: lines of \
      text, JSON Lines, server-sent events, a JSON text sequence, the elements of a JSON array.
      """)
  var expect = Expectation.any

  @Flag(help: "Print the request as a curl command, without secrets, instead of sending it.") var curl = false

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The file to write the response to.", valueName: "file"))
  var output: String?

  @OptionGroup var transfer: TransferOptions

  func validate() throws {
    if target.isEmpty || target.count > 2 {
      throw ValidationError("expected a URL, optionally preceded by a method")
    }
    if [json, plist, form, data].compactMap({ $0 }).count > 1 {
      throw ValidationError("--json, --plist, --form and --data cannot be combined")
    }
  }

  func run() async throws {
    let session = Session(try transfer.configuration())
    let request = try request(in: session)
    if curl { return print(request.curlCommand()) }
    try await exchange(request, in: session)
    await session.invalidate()
  }

  private func request(in session: Session) throws -> Request {
    let hasBody = [json, plist, form, data].contains { $0 != nil }
    let name = target.count == 2 ? target[0] : hasBody ? "POST" : "GET"
    guard let method = HTTPRequest.Method(name) else {
      throw Failure(.usage, "method", "'\(name)' is not a valid method")
    }
    var request = try session.request(method, target[target.count - 1], fields: try transfer.requestFields())
    if let query {
      try RequestSerializer.query(in: .url).serialize(JSON.Value(parsing: query), into: &request)
    }
    if let form { try RequestSerializer.form.serialize(JSON.Value(parsing: form), into: &request) }
    if let json {
      let value = try JSON.Value(parsing: TextOrFile(text: json).bytes())
      var encoder = JSON.Encoder()
      encoder.outputFormatting = .withoutEscapingSlashes
      try RequestSerializer.json(encoder).serialize(value, into: &request)
    }
    if let plist {
      var encoder = PropertyList.Encoder()
      let value = try PropertyList.Decoder().decode(
        PropertyList.Value.self, from: TextOrFile(text: plist).bytes(),
        format: &encoder.outputFormat)
      try RequestSerializer.propertyList(encoder).serialize(value, into: &request)
    }
    if let data {
      let source = TextOrFile(text: data).source
      // Reports a missing or unreadable file before any connection is opened.
      _ = try source.byteCount
      request.body = source
    }
    return request
  }
}
