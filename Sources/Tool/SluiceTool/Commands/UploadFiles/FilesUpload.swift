internal import Sluice

/// Sends single files, each with a request of its own.
struct FilesUpload: Sendable {
  private let session: Session
  private let method: HTTPRequest.Method
  /// The name of the part of a form that is the file, or `nil` to send the file itself.
  private let form: String?
  private let fields: HTTPFields

  init(_ session: Session, _ method: HTTPRequest.Method, form: String?, fields: HTTPFields) {
    (self.session, self.method, self.form, self.fields) = (session, method, form, fields)
  }

  /// Sends a file. A file that changes meanwhile is an error.
  func send(_ file: FileToSend) async throws -> SentFile {
    let source = try file.source()
    let response = try await session.send(request(for: file, source), decoding: .withHead(.ignored))
    return SentFile(
      number: file.number, path: file.path, byteCount: try source.byteCount ?? 0,
      fields: try UploadedPart.fields(of: response.head.headerFields))
  }

  private func request(for file: FileToSend, _ source: FileSource) throws -> Request {
    guard let form else {
      var request = try session.request(method, file.url, fields: fields, body: source)
      if request.head.headerFields[.contentType] == nil {
        request.head.headerFields[.contentType] = (MediaType(fileName: file.path) ?? .octetStream).description
      }
      return request
    }
    var parts = file.fields.map { Field($0[0], $0[1]).part }
    parts.append(File(form, source, fileName: file.path.lastComponent ?? file.path).part)
    return try session.request(method, file.url, fields: fields, body: MultipartForm(parts: parts))
  }
}

/// A file that a server has accepted.
struct SentFile {
  /// The number of the line in the manifest, from 1.
  let number: Int
  let path: String
  let byteCount: Int64
  /// The fields of the response that identify the bytes.
  let fields: HTTPFields
}

/// The results of an upload of many files: a line for each file that was sent.
///
/// ```
/// {"version":1,"results":"files","of":"9f86d0…","target":"60303a…","sum":"9f86d081884c7d65"}
/// {"number":1,"path":"2024/a.jpg","size":5,"etag":"\"b1\"","fields":[["ETag","\"b1\""]]}
/// ```
final class FileResults: Sendable {
  /// The numbers of the files that have been sent before.
  let sent: NumberSet
  private let file: ResultsFile
  private let manifest: Manifest
  private let count: Lock<Int>

  private struct Number: Decodable {
    var number: Int
  }

  /// - Parameters:
  ///   - path: The path of the file, or `nil` for standard output.
  ///   - manifest: The manifest.
  init(_ path: String?, of manifest: Manifest) throws {
    var sent = NumberSet()
    var count = 0
    file = try ResultsFile(path, manifest.resultsHeader, isSynchronized: false) { lines in
      let name = path ?? "standard output"
      var reader = lines.reader(named: name)
      var lineNumber = 0
      while let line = try reader.next() {
        lineNumber += 1
        if ResultsHeader(line: line) != nil { continue }
        let result = try? JSON.Decoder().decode(Number.self, from: line.span)
        guard let number = result?.number, 1 <= number, number <= manifest.count else {
          throw Self.failure(name, "line \(lineNumber) is not the result of a file that was sent")
        }
        if manifest.shard.contains(number), !sent.contains(number) { count += 1 }
        sent.insert(number)
      }
    }
    (self.sent, self.manifest, self.count) = (sent, manifest, Lock(count))
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
