internal import Sluice

/// All of a file, or of standard input where there is no path.
func readInput(_ path: String?) async throws -> [UInt8] {
  var bytes: [UInt8] = []
  for try await chunk in FileSource(at: path ?? "/dev/stdin").chunks(ofAtMost: 1 << 20) { bytes += chunk }
  return bytes
}

/// A value of the command line: its own text, or with `@` the content of a file; `@-` is standard input.
struct TextOrFile {
  let text: String

  /// The path of the file that is meant; nil where the text is.
  var path: String? {
    guard text.utf8.first == UInt8(ascii: "@") else { return nil }
    let path = String(Substring(text.utf8.dropFirst()))
    return path == "-" ? "/dev/stdin" : path
  }

  func bytes() async throws -> [UInt8] {
    if let path { try await readInput(path) } else { Array(text.utf8) }
  }

  var source: any BodySource {
    if let path { .file(at: path) } else { .text(text) }
  }
}
