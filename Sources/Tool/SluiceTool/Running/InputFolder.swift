internal import Sluice
internal import SluiceFuzz

/// A temporary folder for the files of inputs.
struct InputFolder: Sendable {
  private let path: String

  init() throws(Failure) { path = try makeTemporaryFolder(prefix: "sluice-corpus-") }

  /// Removes the folder, which must be empty.
  func remove() { removeFolder(path) }

  /// Creates a file with the bytes and the name of an input, and removes it after the call.
  func withFile<Result>(of entry: Corpus.Entry, _ body: (String) throws -> Result) throws -> Result {
    let file = "\(path)/\(entry.name.replacing("/", with: "-"))"
    defer { removeFile(file) }
    do throws(SystemError) {
      try Descriptor.create(file).write(entry.bytes.span)
    } catch {
      throw Failure.writing(file, error)
    }
    return try body(file)
  }
}
