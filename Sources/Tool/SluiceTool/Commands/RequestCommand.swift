internal import ArgumentParser
internal import Glibc
internal import Sluice

struct RequestCommand: AsyncParsableCommand, CheckedCommand {
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

  @OptionGroup var content: RequestOptions

  @Option(
    help: """
      The expected format of the response. The last five are printed as they arrive, one element per line: lines of \
      text, JSON Lines, server-sent events, a JSON text sequence, the elements of a JSON array.
      """)
  var expect = Expectation.any

  @Flag(help: "Print the request as a curl command, without secrets, instead of sending it.") var curl = false

  @Option(
    name: [.customShort("o"), .customLong("output")], parsing: .unconditional,
    help: ArgumentHelp("The file to write the response to.", valueName: "file"))
  var output: String?

  @OptionGroup var cache: CacheOptions

  @OptionGroup var head: FieldOptions

  @OptionGroup var transfer: TransferOptions

  func check() throws { try RequestOptions.check(target) }

  func run() async throws {
    try checkOutputs(
      ["-o": output, "--cookie-jar": transfer.cookieJar],
      reading: content.inputs + head.inputs + transfer.inputs, besideCache: cache.cache)
    let session = Session(try cache.added(to: transfer.configuration()))
    let request = try content.request(target, fields: head.fields(), in: session)
    if curl { return try printLine(request.curlCommand()) }
    try await exchange(request, in: session)
    await session.invalidate(after: CacheOptions.validationLimit)
  }
}
