internal import Sluice

/// An argument that is a text or, with `@` before a path, the content of a file. `@-` is standard input.
struct TextOrFile {
  let text: String

  /// The path of the file, or `nil` if the argument is a text.
  var path: String? {
    guard text.utf8.first == UInt8(ascii: "@") else { return nil }
    let path = String(Substring(text.utf8.dropFirst()))
    return path == "-" ? "/dev/stdin" : path
  }

  func bytes() throws -> [UInt8] {
    if let path { try InputFile(path).readAll() } else { Array(text.utf8) }
  }

  var source: any BodySource {
    if let path { .file(at: path) } else { .text(text) }
  }
}
