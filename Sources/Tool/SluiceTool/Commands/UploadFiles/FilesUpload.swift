internal import Sluice

/// Sends single files, each with a request of its own.
struct FilesUpload: Sendable {
  private let session: Session
  private let method: HTTPRequest.Method
  /// The name of the part of a form that is the file, or `nil` to send the file itself.
  private let part: String?
  private let fields: HTTPFields

  init(_ session: Session, _ method: HTTPRequest.Method, part: String?, fields: HTTPFields) {
    (self.session, self.method, self.part, self.fields) = (session, method, part, fields)
  }

  /// Sends a file. A file that changes meanwhile is an error.
  func send(_ file: FileToSend) async throws -> SentFile {
    let source = try file.source()
    let modificationTime = try source.identity()?.files.first?.modificationTime
    // The file is not sent again if the response breaks off.
    let response = try await session.send(request(for: file, source))
    try await response.value(decoding: .ignored)
    return SentFile(
      number: file.number, path: file.path, byteCount: try source.byteCount ?? 0,
      modificationTime: modificationTime ?? 0, fields: try UploadedPart.fields(of: response.fields))
  }

  private func request(for file: FileToSend, _ source: FileSource) throws -> SessionRequest {
    guard let part else {
      var request = try session.request(method, .init(file.url), fields: fields, body: source)
      if request.head.headerFields[.contentType] == nil {
        request.head.headerFields[.contentType] = (MediaType(fileName: file.path) ?? .octetStream).description
      }
      return request
    }
    var parts = file.fields.map { FormField($0[0], $0[1]).part }
    parts.append(FormFile(part, source, fileName: file.path.lastComponent ?? file.path).part)
    return try session.request(method, .init(file.url), fields: fields, body: MultipartForm(parts: parts))
  }
}

/// A file that a server has accepted.
struct SentFile {
  /// The number of the line in the manifest, from 1.
  let number: Int
  let path: String
  let byteCount: Int64
  /// The time of the last modification, in nanoseconds since 1970.
  let modificationTime: Int64
  /// The fields of the response that identify the bytes.
  let fields: HTTPFields
}

/// The results of an upload of many files: a line for each file that was sent.
///
/// ```
/// {"version":1,"results":"files","of":"9f86d0…","target":"60303a…","sum":"9f86d081884c7d65"}
/// {"number":1,"path":"2024/a.jpg","size":5,"modificationTime":1700000000000000000,"etag":"\"b1\"",
///  "fields":[["ETag","\"b1\""]]}
/// ```
///
/// The last line of a file counts.
final class FileResults: Sendable {
  /// The numbers of the files that have been sent before, and have not changed since.
  let sent: NumberSet
  private let file: ResultsFile
  private let manifest: Manifest
  private let count: Lock<Int>

  /// The members of a line that decide whether its file is sent again.
  struct Line: Decodable {
    var number: Int
    var path: String?
    var size: Int64?
    var modificationTime: Int64?
  }

  /// - Parameters:
  ///   - path: The path of the file, or `nil` for standard output.
  ///   - manifest: The manifest.
  init(_ path: String?, of manifest: Manifest) throws {
    var sent = NumberSet()
    file = try ResultsFile(path, manifest.resultsHeader, isSynchronized: false) { lines in
      let name = path ?? "standard output"
      var reader = lines.reader(named: name)
      var lineNumber = 0
      while let line = try reader.next() {
        lineNumber += 1
        if ResultsHeader(line: line) != nil { continue }
        guard let result = try? JSON.Decoder().decode(Line.self, from: line.span), 1 <= result.number,
          result.number <= manifest.count
        else { throw Self.failure(name, "line \(lineNumber) is not the result of a file that was sent") }
        guard manifest.shard.contains(result.number) else { continue }
        sent.set(result.number, to: manifest.isCurrent(result))
      }
    }
    (self.sent, self.manifest, self.count) = (sent, manifest, Lock(sent.count))
  }

  private static func failure(_ path: String, _ problem: String) -> Failure {
    Failure(.dataRefused, "invalid-record", "\(path): \(problem)")
  }

  /// Adds a file that was sent.
  ///
  /// - Returns: The number of files of the shard that have been sent.
  func add(_ file: SentFile) async throws -> Int {
    let value: JSON.Value = [
      "number": .number(file.number), "path": .text(file.path), "size": .number(file.byteCount),
      "modificationTime": .number(file.modificationTime),
      "etag": .text(file.fields[.eTag]), "fields": .pairs(file.fields.map { ($0.name.rawName, $0.value) }),
    ]
    try await self.file.add(value.line)
    return count.withLock { count in
      count += 1
      return count
    }
  }

  /// Flushes all lines to the disk.
  func synchronize() async throws { try await file.synchronize() }
}
