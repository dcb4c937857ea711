/// Lines of Swift: a block of a document, or its copy in a source.
struct Snippet {
  /// The file that contains it, for messages.
  let file: String
  /// The number of the line before the first one: the fence of the block, or the marker.
  let line: Int
  var code: [String] = []

  /// The place of a line of the code, or of the line before the first one.
  func place(of index: Int? = nil) -> String { "\(file):\(line + (index.map { $0 + 1 } ?? 0))" }
}

/// The snippets that share their imports: those of a section of a document, or of a source.
struct SnippetGroup {
  var imports: Set<String> = []
  var snippets: [Snippet] = []
}

/// Returns the module that a line imports; `nil` if it is another line.
func importedModule(_ line: some StringProtocol) -> String? {
  let words = line.split(separator: " ")
  return words.first == "import" && words.count > 1 ? String(words[1]) : nil
}
