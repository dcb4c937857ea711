extension SnippetGroup {
  /// The copies in a Swift source: the lines between the markers `// README` or `// Article` and `// end`, without the
  /// indentation of the markers.
  init(source text: String, file: String) {
    var snippet: Snippet?
    var indentation = 0
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let code = line.drop { $0 == " " }
      if code == "// README" || code == "// Article" {
        snippet = Snippet(file: file, line: index + 1)
        indentation = line.count - code.count
      } else if code == "// end" {
        if let snippet { snippets.append(snippet) }
        snippet = nil
      } else if snippet != nil {
        snippet?.code.append(String(line.dropFirst(min(indentation, line.count - code.count))))
      } else if let module = importedModule(line) {
        imports.insert(module)
      }
    }
  }
}
