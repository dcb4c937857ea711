/// Returns how documents and the sources with copies of their snippets differ, with the files and lines.
///
/// The order of the snippets of a section does not matter.
///
/// - Parameters:
///   - documents: The documents.
///   - sources: The groups of copies, by the names of their sources.
func differences(_ documents: Markdown, _ sources: [String: SnippetGroup]) -> [String] {
  var found = documents.problems
  for name in Set(documents.groups.keys).union(sources.keys).sorted() {
    let section = documents.groups[name] ?? SnippetGroup()
    let source = sources[name] ?? SnippetGroup()
    found += differences(section.snippets, source.snippets, source: name)
    if section.imports != source.imports {
      found.append(
        "\(name).swift imports \(source.imports.sorted()), but its section \(section.imports.sorted())")
    }
  }
  return found
}

private func differences(_ snippets: [Snippet], _ copies: [Snippet], source: String) -> [String] {
  let missing = snippets.filter { snippet in !copies.contains { $0.code == snippet.code } }
  let stale = copies.filter { copy in !snippets.contains { $0.code == copy.code } }
  return zip(missing, stale).map(difference)
    + missing.dropFirst(stale.count).map { "\($0.place()): \(source).swift has no copy of this snippet" }
    + stale.dropFirst(missing.count).map { "\($0.place()): no document has this snippet" }
}

/// Returns the first lines that differ, with their places.
private func difference(_ snippet: Snippet, _ copy: Snippet) -> String {
  let index = zip(snippet.code, copy.code).prefix { $0 == $1 }.count
  return [snippet, copy].map {
    "\($0.place(of: index)): \(index < $0.code.count ? $0.code[index] : "the end of the snippet")"
  }.joined(separator: "\n")
}
