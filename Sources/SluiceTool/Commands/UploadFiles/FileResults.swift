internal import Sluice

/// The results of an upload of many files: a line that identifies the manifest, and one for each file that was sent.
///
/// ```
/// {"version":1,"manifest":"9f86d0…"}
/// {"number":1,"path":"2024/a.jpg","size":5,"etag":"\"b1\"","fields":[["ETag","\"b1\""]]}
/// ```
final class FileResults: Sendable {
  /// The numbers of the files that have been sent before.
  let sent: NumberSet
  private let file: ResultsFile
  private let manifest: Manifest
  private let count: Lock<Int>

  private struct FirstLine: Codable {
    var version = 1
    var manifest: String
  }

  private struct Number: Decodable {
    var number: Int
  }

  /// - Parameters:
  ///   - path: The path of the file, or `nil` for standard output.
  ///   - manifest: The manifest.
  init(_ path: String?, of manifest: Manifest) async throws {
    var sent = NumberSet()
    var (count, isNew) = (0, true)
    file = try ResultsFile(path, isSynchronized: false) { lines in
      let name = path ?? "standard output"
      var reader = lines.reader(named: name)
      guard let first = try reader.next() else { return }
      isNew = false
      let line = try? JSON.Decoder().decode(FirstLine.self, from: first.span)
      guard let line, line.version == 1 else {
        throw Self.failure(name, "line 1 is not that of results of files")
      }
      guard line.manifest == manifest.digest else {
        throw Self.failure(name, "it has the results of another manifest or --url")
      }
      var lineNumber = 1
      while let line = try reader.next() {
        lineNumber += 1
        let result = try? JSON.Decoder().decode(Number.self, from: line.span)
        guard let number = result?.number, 1 <= number, number <= manifest.count else {
          throw Self.failure(name, "line \(lineNumber) is not that of a file that was sent")
        }
        if manifest.shard.contains(number), !sent.contains(number) { count += 1 }
        sent.insert(number)
      }
    }
    (self.sent, self.manifest, self.count) = (sent, manifest, Lock(count))
    if isNew {
      try await file.add(JSON.Encoder().encode(FirstLine(manifest: manifest.digest)) + [UInt8(ascii: "\n")])
    }
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
