import Foundation
import Sluice
import SluiceBody
import SluiceCache

/// Sends requests with a session that has a cache: in a folder if the program is called with its path, and otherwise in
/// memory. Reads each from a line of the standard input, and writes its response to a line of the standard output, both
/// as JSON.
@main enum CacheDriver {
  struct Request: Decodable, Sendable {
    let id: Int
    let method: String
    let url: String
    let fields: [[String]]
    let body: String?
    /// The mode of the Fetch standard, such as `no-cache`, or `nil` for the default.
    let cache: String?
    let followsRedirects: Bool
  }

  struct Interim: Encodable, Sendable {
    let status: Int
    let fields: [[String]]
  }

  struct Response: Encodable, Sendable {
    let id: Int
    var interims: [Interim] = []
    var status = 0
    var fields: [[String]] = []
    var body = ""
    var error: String?
  }

  static func main() async throws {
    var configuration = Session.Configuration()
    var cache =
      if let folder = CommandLine.arguments.dropFirst().first {
        try ResponseCache.folder(folder, maximumByteCount: 64 << 20)
      } else {
        ResponseCache.memory(maximumByteCount: 64 << 20)
      }
    cache.estimatesLifetimes = true
    configuration.cache = cache
    configuration.proxy = ""
    configuration.decodesContent = false
    // The suite's client decides about these.
    configuration.fields[.acceptLanguage] = "en"
    let session = Session(configuration)
    await withTaskGroup { group in
      while let line = readLine() {
        guard let request: Request = try? JSON.Decoder().decode(Request.self, from: Array(line.utf8)) else {
          continue
        }
        group.addTask { write(await respond(to: request, with: session)) }
      }
    }
  }

  private static func respond(to description: Request, with session: Session) async -> Response {
    var result = Response(id: description.id)
    do {
      var fields = HTTPFields()
      for field in description.fields where field.count == 2 {
        if let name = HTTPField.Name(field[0]) { fields.append(HTTPField(name: name, value: field[1])) }
      }
      guard let method = HTTPRequest.Method(description.method) else { return result }
      var request = try session.request(method, .init(description.url), fields: fields)
      if let body = description.body { request.body = .text(body) }
      if !description.followsRedirects {
        var redirects = Session.Redirects()
        redirects.maximumCount = 0
        request.options.redirects = redirects
      }
      let interims = Lock<[Interim]>([])
      request.options.didReceiveInterim = { head, _ in
        interims.withLock { $0.append(Interim(status: head.status.code, fields: pairs(head.headerFields))) }
      }
      if description.cache == "no-cache" { request.head.headerFields[.cacheControl] = "max-age=0" }
      let response = try await session.send(request)
      result.body = String(decoding: try await response.body.collect(upTo: 1 << 20), as: UTF8.self)
      result.status = response.head.status.code
      result.fields = pairs(response.head.headerFields)
      result.interims = interims.withLock { $0 }
    } catch {
      result.error = "\(error)"
    }
    return result
  }

  private static func pairs(_ fields: HTTPFields) -> [[String]] {
    fields.map { [$0.name.canonicalName, $0.value] }
  }

  private static func write(_ response: Response) {
    guard let line = try? JSON.Encoder().encode(response) else { return }
    // One call for each line, so that lines do not mix.
    FileHandle.standardOutput.write(Data(line + [UInt8(ascii: "\n")]))
  }
}
