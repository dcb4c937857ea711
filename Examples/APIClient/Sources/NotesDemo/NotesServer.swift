import Sluice
import SluiceTesting
import Synchronization

/// The API with faults: a token expires after three requests, and the first attempts to write notes fail.
struct NotesServer {
  private struct Reply {
    var status = HTTPResponse.Status.ok
    var fields: HTTPFields = [.contentType: "application/json"]
    var body: [UInt8] = []

    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Reply {
      var encoder = JSON.Encoder()
      encoder.keyEncodingStrategy = .convertToSnakeCase
      return Reply(status: status, body: try encoder.encode(value))
    }

    static func failure(_ status: HTTPResponse.Status, _ code: String, _ message: String) throws -> Reply {
      try json(["code": code, "message": message], status: status)
    }
  }

  private struct Note: Codable {
    var id: Int?
    var title: String
    var text: String
    var updatedAt: String?
  }

  private struct Attachment: Encodable {
    var id: Int
    var fileName: String
    var byteCount: Int
  }

  private var notes: [Int: Note] = [:]
  private var tags: [Int: String] = [:]
  private var keys: [String] = []
  private var files: [[UInt8]] = []
  private var tokenCount = 0
  private var tokenUseCount = 0
  private var faults: [String: HTTPResponse.Status] = ["POST notes": 503, "PUT notes/ID": 423]

  static func start() throws -> LoopbackServer {
    let server = Mutex(NotesServer())
    return try .http { request, connection in
      let body = try connection.readBody()
      let reply = try server.withLock { try $0.reply(to: request, body) }
      try connection.respond(reply.status, fields: reply.fields, body: reply.body)
    }
  }

  private mutating func reply(to request: LoopbackRequest, _ body: [UInt8]) throws -> Reply {
    let names = request.path.split(separator: "/").dropFirst().map(String.init)
    let id = names.compactMap { Int($0) }.first ?? 0
    let route = "\(request.method) \(names.map { Int($0) == nil ? $0 : "ID" }.joined(separator: "/"))"
    let query = try Query.Decoder().decode([String: String].self, from: request.query ?? "")

    if route == "POST oauth/token" {
      return try tokens(for: Query.Decoder().decode([String: String].self, from: body))
    }
    tokenUseCount += 1
    guard request.fields[.authorization] == "Bearer a\(tokenCount)", tokenUseCount <= 3 else {
      return try .failure(401, "expired", "The token has expired.")
    }
    if let status = faults.removeValue(forKey: route) { return try .failure(status, "busy", "Try again.") }

    switch route {
    case "POST notes": return try create(body, key: request.fields[HTTPField.Name("Idempotency-Key")!] ?? "")
    case "GET notes": return try page(Int(query["page"] ?? "1") ?? 1, of: query["text"] ?? "")
    case "GET notes/ID": return try reply(with: id)
    case "PUT notes/ID" where request.fields[.ifMatch] == tags[id]: return try write(body, to: id)
    case "PUT notes/ID": return try .failure(412, "changed", "Someone else has changed the note.")
    case "DELETE notes/ID":
      notes[id] = nil
      return Reply(status: 204)
    case "POST notes/ID/attachments": return try attach(body, type: request.fields[.contentType] ?? "")
    case "GET attachments/ID": return Reply(fields: [:], body: files[id - 1])
    default: return try .failure(404, "not_found", "There is no such resource.")
    }
  }

  private mutating func tokens(for grant: [String: String]) throws -> Reply {
    guard grant["grant_type"] == "refresh_token", grant["refresh_token"] == "r\(tokenCount)" else {
      return try .failure(400, "invalid_grant", "The refresh token is not valid.")
    }
    tokenCount += 1
    tokenUseCount = 0
    return try .json(["access_token": "a\(tokenCount)", "refresh_token": "r\(tokenCount)"])
  }

  private mutating func create(_ body: [UInt8], key: String) throws -> Reply {
    if !keys.contains(key) { keys.append(key) }
    return try write(body, to: (keys.firstIndex(of: key) ?? 0) + 1)
  }

  private mutating func write(_ body: [UInt8], to id: Int) throws -> Reply {
    var note = try JSON.Decoder().decode(Note.self, from: body)
    note.id = id
    note.updatedAt = "2026-01-02T03:04:05Z"
    notes[id] = note
    tags[id] = "\"\(tokenCount).\(tokenUseCount)\""
    return try reply(with: id)
  }

  private func reply(with id: Int) throws -> Reply {
    guard let note = notes[id] else { return try .failure(404, "not_found", "There is no such note.") }
    var reply = try Reply.json(note)
    reply.fields[.eTag] = tags[id] ?? ""
    return reply
  }

  private func page(_ number: Int, of text: String) throws -> Reply {
    let all = notes.sorted { $0.key < $1.key }.map(\.value)
    let found = all.filter { $0.text.contains(text) }.dropFirst(2 * (number - 1))
    var reply = try Reply.json(Array(found.prefix(2)))
    if found.count > 2 {
      let query = try Query.Encoder().string(for: ["text": text, "page": "\(number + 1)"])
      reply.fields[HTTPField.Name("Link")!] = "<?\(query)>; rel=next"
    }
    return reply
  }

  private mutating func attach(_ body: [UInt8], type: String) throws -> Reply {
    var parser = try MultipartParser(contentType: type)
    var position = 0
    var name = ""
    var file: [UInt8] = []
    while let event = try parser.next(in: body.span, from: &position) {
      switch event {
      case .partBegan(let head): name = head.fileName ?? ""
      case .bytes(let range): file += body[range]
      case .withheldBytes(let bytes): file += bytes
      case .partEnded, .finished: break
      }
    }
    files.append(file)
    return try .json(Attachment(id: files.count, fileName: name, byteCount: file.count))
  }
}
