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

  @Flag(
    name: [.customShort("I"), .customLong("head")], help: "Send HEAD, and print the status line and fields.")
  var isHead = false

  @Flag(help: "Print the request as a curl command, without secrets, instead of sending it.") var curl = false

  @Option(
    name: [.customShort("o"), .customLong("output")], parsing: .unconditional,
    help: ArgumentHelp("The file to write the response to.", valueName: "file"))
  var output: String?

  @OptionGroup var cache: CacheOptions

  @OptionGroup var head: FieldOptions

  @OptionGroup var transfer: TransferOptions

  mutating func check() throws {
    try RequestOptions.check(target)
    if content.method != nil, isHead || target.count == 2 {
      throw ValidationError("give the method once: before the URL, with -X, or -I for HEAD")
    }
    if isHead {
      if target.count == 2 { throw ValidationError("-I is the method HEAD, so no other can precede the URL") }
      content.method = "HEAD"
      transfer.include = true
    }
  }

  func run() async throws {
    try transfer.checkFiles([("-o", output)], reading: content.inputs, head, outside: cache.folder)
    var configuration = try transfer.configuration(head)
    // A folder that is only opened for the options' sake would be created.
    if !curl { configuration = try cache.added(to: configuration) }
    let session = Session(configuration)
    let request = try content.request(target, fields: head.fields(), in: session)
    if curl { return try printLine(request.curlCommand()) }
    try await exchange(request, in: session)
    await session.invalidate(after: CacheOptions.validationLimit)
  }
}

extension RequestCommand {
  /// Sends the request, validates the response and prints it.
  func exchange(_ request: SessionRequest, in session: Session) async throws {
    switch expect {
    case .any: try await transfer.write(send(request, in: session), to: output)
    case .json: try await show(request, in: session, .json(JSON.Value.self))
    case .plist: try await show(request, in: session, .propertyList(PropertyList.Value.self))
    case .text: try await show(request, in: session, .text()) { _, text in Array(text.utf8) }
    case .lines: try await show(request, in: session, .lines()) { $0.writeLine(into: &$1) }
    case .jsonl: try await show(request, in: session, .jsonLines(JSON.Value.self)) { $0.writeLine(into: &$1) }
    case .jsonSequence:
      try await show(request, in: session, .jsonSequence(JSON.Value.self)) { $0.writeLine(into: &$1) }
    case .jsonElements:
      try await show(request, in: session, .jsonElements(JSON.Value.self)) { $0.writeLine(into: &$1) }
    case .sse: try await show(request, in: session, .serverSentEvents()) { $0.value.writeLine(into: &$1) }
    }
  }

  private func send(_ request: SessionRequest, in session: Session) async throws -> SessionResponse {
    try await transfer.showingProgress { try await session.send(request, progress: $0.callback) }
  }

  /// Sends the request, and prints the response once it is decoded.
  private func show<Value>(
    _ request: SessionRequest, in session: Session, _ decoder: ResponseDecoder<Value>,
    bytes: (CollectedBody, Value) -> [UInt8] = { body, _ in body.bytes }
  ) async throws {
    let response = try await send(request.asking(for: decoder), in: session)
    try await transfer.write(response, decoding: decoder, to: output, bytes: bytes)
  }

  /// Sends the request, and prints the elements of the response as they arrive.
  private func show<Element>(
    _ request: SessionRequest, in session: Session, _ decoder: StreamDecoder<ElementStream<Element>>,
    line: (Element, inout [UInt8]) -> Void
  ) async throws {
    let response = try await send(request.asking(for: decoder), in: session)
    try await transfer.write(response, decoding: decoder, to: output, line: line)
  }
}

extension String {
  fileprivate func writeLine(into bytes: inout [UInt8]) {
    bytes += utf8
    bytes.append(UInt8(ascii: "\n"))
  }
}

extension ServerSentEvent {
  fileprivate var value: JSON.Value {
    let retry = reconnectionTime.map {
      JSON.Value.number($0.components.seconds * 1000 + $0.components.attoseconds / 1_000_000_000_000_000)
    }
    return ["type": .text(type), "data": .text(data), "id": .text(id), "retry": retry ?? .null]
  }
}
