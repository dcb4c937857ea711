internal import FoundationEssentials
internal import Sluice
internal import SluiceFuzz
internal import SluiceTool

/// A temporary folder for the files of inputs.
struct InputFolder: Sendable {
  private let path: String

  init() throws(Failure) { path = try makeTemporaryFolder(prefix: "sluice-corpus-") }

  /// Removes the folder with all that programs have created in it. Links are removed, not followed.
  func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// Creates a file with the bytes and the name of an input, and removes it after the call.
  func withFile<Result>(of entry: Corpus.Entry, _ body: (String) throws -> Result) throws -> Result {
    let path = "\(path)/\(entry.name.replacing("/", with: "-"))"
    var file: Descriptor?
    // A program may have put something else in its place.
    defer { file?.removeName(path) }
    do throws(SystemError) {
      file = try Descriptor.create(path)
      try file?.write(entry.bytes.span)
    } catch {
      throw Failure.writing(path, error)
    }
    return try body(path)
  }
}
