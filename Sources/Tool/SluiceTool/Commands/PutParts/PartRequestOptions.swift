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
    name: [.customShort("X"), .customLong("request")], parsing: .unconditional, help: "The request method.")
  var method = "PUT"

  func validate() throws {
    if parallel < 1 || parallel > 1000 { throw ValidationError("--parallel takes 1 to 1000") }
  }

  /// The path of the file with the URLs.
  var urlsPath: String { urls == "-" ? "/dev/stdin" : urls }

  /// Returns the requests without bodies: one for each line of the file of URLs.
  func requests(in session: Session, fields: HTTPFields) throws -> [Request] {
    guard let method = HTTPRequest.Method(method) else {
      throw Failure(.usage, "method", "'\(method)' is not a valid method")
    }
    return try readURLs().map { try session.request(method, $0, fields: fields) }
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
