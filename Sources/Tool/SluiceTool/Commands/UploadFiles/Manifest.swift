internal import ArgumentParser
internal import Glibc
internal import Sluice
internal import SluiceSupport

/// A list of files to send: a line of JSON for each.
///
/// ```
/// {"path":"2024/a.jpg"}
/// {"path":"2024/b.jpg","url":"https://store.example.com/b.jpg?X-Amz-Signature=…"}
/// {"path":"2024/c.jpg","fields":[["album","Madeira"]]}
/// ```
///
/// It is read twice, line by line: all lines of the shard are checked before the first file is sent. Only the numbers
/// of lines are remembered, so that the manifest may have any length.
struct Manifest: Sendable {
  /// The part of a template that is replaced with the path.
  static let placeholder = "{path}"

  /// The properties that all lines share.
  struct Common: Sendable {
    /// The path of the manifest.
    let path: String
    let folder: ManifestFolder
    /// The URL of files whose line has none, or `nil`.
    let template: String?
    /// Whether lines may have the fields of a form.
    let hasForms: Bool
  }

  fileprivate let common: Common
  /// The first line of results: the SHA-256 of the lines, and the template without a signature, with the method and the
  /// part.
  let resultsHeader: ResultsHeader
  /// The number of lines.
  let count: Int
  /// The number of lines of the shard.
  let shardCount: Int
  let shard: Shard
  private let descriptor: Descriptor
  private let status: FileStatus

  /// Reads all lines, and checks those of the shard.
  ///
  /// - Parameters:
  ///   - path: The path of the manifest.
  ///   - template: The URL of files whose line has none, or `nil`.
  ///   - method: The method of the requests.
  ///   - part: The name of the part of a form that is the file, or `nil` to send the file itself.
  ///   - shard: The lines to send.
  ///   - outputs: The paths of files that are written, none of which is one to send.
  init(
    _ path: String, template: String?, _ method: HTTPRequest.Method, part: String?, shard: Shard,
    outputs: [String]
  ) throws {
    do throws(SystemError) {
      descriptor = try .open(path, flags: O_RDONLY)
      status = try descriptor.status()
      common = Common(
        path: path, folder: try ManifestFolder(of: path), template: template, hasForms: part != nil)
    } catch {
      throw Failure(
        .inputMissing, error.isMissingFile ? "file-missing" : "file-unreadable", "\(path): \(error)")
    }
    guard status.kind == .regular else {
      throw Failure(
        .inputMissing, "file-unreadable", "\(path): the manifest is read twice, so it must be a file")
    }
    self.shard = shard
    var reader = LineReader(of: descriptor, upTo: status.byteCount, named: path)
    let outputs = UsedFiles(outputs)
    var hash = SHA256()
    var (number, shardCount) = (0, 0)
    while let line = try reader.next() {
      number += 1
      hash.update(line.span)
      hash.update([UInt8(ascii: "\n")].span)
      guard shard.contains(number) else { continue }
      shardCount += 1
      let file = try FileToSend(line, number, common)
      if outputs.contains(file.location) {
        throw Failure(.usage, "usage", "an output is the file \(file.location), which is to be sent")
          .reported { !UsedFiles(existing: [file.location]).contains($0) }
      }
    }
    let target = [template.map(Self.identifier) ?? "", method.rawValue] + [part].compactMap(\.self)
    resultsHeader = ResultsHeader(
      .files, of: SHA256.hexadecimal(hash.digest), target: target.joined(separator: "\n"))
    (count, self.shardCount) = (number, shardCount)
  }

  /// Returns a text that identifies the uploads to the URLs of a template.
  private static func identifier(of template: String) -> String {
    let url = try? RequestURL(template.replacing(placeholder, with: "%7Bpath%7D"))
    // Another text is no URL for any file.
    return url?.uploadIdentifier ?? template
  }

  /// Whether a file still has the size and the modification time in its result, if the result has them. A missing file
  /// counts as sent.
  func isCurrent(_ result: FileResults.Line) -> Bool {
    guard let path = result.path, FileToSend.staysInFolder(path) else { return true }
    do {
      guard let file = try common.folder.source(of: path).identity()?.files.first else { return false }
      return file.byteCount == result.size ?? file.byteCount
        && file.modificationTime == result.modificationTime ?? file.modificationTime
    } catch {
      return (error as? BodyError)?.code == .fileMissing
    }
  }

  /// Checks that the lines are still those that were read first.
  func checkForChanges() throws(Failure) {
    let now: FileStatus
    do {
      now = try descriptor.status()
    } catch {
      throw Failure(.inputMissing, "file-unreadable", "\(common.path): \(error)")
    }
    guard (now.byteCount, now.modified) == (status.byteCount, status.modified) else {
      throw Failure(.inputMissing, "changed", "\(common.path): it has changed since it was first read")
    }
  }

  /// A reader of all lines.
  var reader: LineReader { LineReader(of: descriptor, upTo: status.byteCount, named: common.path) }

  /// Returns the files of the shard that have no result.
  func unsent(after results: FileResults) -> UnsentFiles { UnsentFiles(of: self, after: results.sent) }
}

/// The files of a manifest that are still to be sent. Several tasks take them.
final class UnsentFiles: Sendable {
  private struct State {
    var reader: LineReader
    var number = 0
  }

  private let manifest: Manifest
  private let sent: NumberSet
  private let state: Lock<State>

  fileprivate init(of manifest: Manifest, after sent: NumberSet) {
    (self.manifest, self.sent) = (manifest, sent)
    state = Lock(State(reader: manifest.reader))
  }

  /// Returns the next file, or `nil` after the last one.
  func next() throws -> FileToSend? {
    let next = try state.withLock { state -> (line: [UInt8], number: Int)? in
      while let line = try state.reader.next() {
        state.number += 1
        if manifest.shard.contains(state.number), !sent.contains(state.number) {
          return (Array(line), state.number)
        }
      }
      return nil
    }
    try manifest.checkForChanges()
    guard let next else { return nil }
    return try FileToSend(next.line[...], next.number, manifest.common)
  }
}

/// Positive numbers, one bit for each up to the largest.
struct NumberSet: Sendable {
  private var words: [UInt64] = []

  func contains(_ number: Int) -> Bool {
    let (word, bit) = number.quotientAndRemainder(dividingBy: 64)
    return word < words.count && words[word] >> UInt64(bit) & 1 == 1
  }

  /// The number of members.
  var count: Int {
    // BOUNDED: There is a bit of memory for each number.
    words.reduce(0) { $0 + $1.nonzeroBitCount }
  }

  /// Adds or removes a number.
  mutating func set(_ number: Int, to isMember: Bool) {
    let (word, bit) = number.quotientAndRemainder(dividingBy: 64)
    while words.count <= word { words.append(0) }
    let mask: UInt64 = 1 << UInt64(bit)
    if isMember { words[word] |= mask } else { words[word] &= ~mask }
  }
}

/// The folder of a manifest, which contains all files to send. Symbolic links in it are not followed.
struct ManifestFolder: Sendable {
  /// The path with a slash, or nothing for the current folder.
  let path: String
  private let descriptor: Descriptor

  /// - Parameter manifest: The path of the manifest.
  init(of manifest: String) throws(SystemError) {
    let slash = manifest.utf8.lastIndex(of: UInt8(ascii: "/"))
    path = slash.map { String(manifest[...$0]) } ?? ""
    descriptor = try .folder(at: path.isEmpty ? "." : path)
  }

  /// Returns the version of a file that exists now.
  ///
  /// - Parameter path: The path in the folder.
  func source(of path: String) throws -> FileSource {
    do throws(BodyError) {
      return try FileSource(path, below: descriptor, at: self.path + path)
    } catch {
      guard error.systemErrorNumber == ELOOP else { throw error }
      throw Failure(
        .inputMissing, "file-unreadable",
        "\(self.path)\(path): it is a symbolic link or below one, and links in the folder are not followed"
      )
    }
  }
}

/// A part of the lines of a manifest: `3/16` is every sixteenth line, from line 3 on.
struct Shard: ExpressibleByArgument {
  let number: Int
  let count: Int

  init(number: Int, count: Int) { (self.number, self.count) = (number, count) }

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]), 1 <= number,
      number <= count
    else { return nil }
    self.init(number: number, count: count)
  }

  var defaultValueDescription: String { "\(number)/\(count)" }

  /// Whether the shard has a line.
  ///
  /// - Parameter number: The number of the line, from 1.
  func contains(_ number: Int) -> Bool { (number - 1) % count == self.number - 1 }
}
