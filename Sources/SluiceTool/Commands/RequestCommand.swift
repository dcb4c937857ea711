internal import ArgumentParser
internal import Glibc
internal import Sluice

struct RequestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "request", abstract: "Send a request, and print the answer.",
    usage: "sluice request [<method>] <url> [options]")

  enum Expectation: String, ExpressibleByArgument, CaseIterable {
    case json, plist, text, any, lines, jsonl, sse
    case jsonSequence = "json-seq"
    case jsonElements = "json-elements"
  }

  @Argument(
    help: ArgumentHelp(
      "The method, and where to. GET by default, POST where there is a body.", valueName: "method> <url"))
  var target: [String]

  @Option(help: ArgumentHelp("An object whose members go into the URL's query.", valueName: "json"))
  var query: String?

  @Option(help: ArgumentHelp("A document to send.", valueName: "text|@file"))
  var json: String?

  @Option(help: ArgumentHelp("A property list to send.", valueName: "@file"))
  var plist: String?

  @Option(help: ArgumentHelp("An object whose members are sent as a form.", valueName: "json"))
  var form: String?

  @Option(help: ArgumentHelp("What to send as it is.", valueName: "text|@file"))
  var data: String?

  @Option(
    help: """
      What the answer has to be. The last five are printed as they arrive, an element a line: lines of text, JSON Lines, \
      server-sent events, a JSON text sequence, the elements of a JSON array.
      """)
  var expect = Expectation.any

  @Flag(help: "Print the request as a line for curl instead of sending it, without secrets.") var curl = false

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Where the answer goes.", valueName: "file"))
  var output: String?

  @OptionGroup var transfer: TransferOptions

  func validate() throws {
    if target.isEmpty || target.count > 2 {
      throw ValidationError("a URL is needed, and a method may stand before it")
    }
    if [json, plist, form, data].compactMap({ $0 }).count > 1 {
      throw ValidationError("--json, --plist, --form and --data exclude each other")
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
      throw Failure(.usage, "method", "'\(name)' is no token")
    }
    var request = try session.request(method, target[target.count - 1], fields: try transfer.requestFields())
    if let query {
      try RequestSerializer.query(in: .url).serialize(JSON.Value(parsing: query), into: &request)
    }
    if let form { try RequestSerializer.form.serialize(JSON.Value(parsing: form), into: &request) }
    if let json {
      let value = try JSON.Value(parsing: TextOrFile(text: json).bytes())
      try RequestSerializer.json.serialize(value, into: &request)
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
      // What is wrong with a file is told before any connection is opened.
      _ = try source.byteCount
      request.body = source
    }
    return request
  }
}
