/// The snippets of documents: those of the README by section, and those of the articles by article. The landing pages
/// of modules share a group.
///
/// A block of Swift begins with "```swift". One that begins with "```swift Package.swift" is part of a manifest, and is
/// not compiled. The lines at the beginning of a block that import modules belong to its group, and not to the
/// snippet. A group without such lines imports `Sluice`.
struct Markdown {
  /// The groups by the name of the source with their copies: the words of the heading, such as `ReadingResponses`, or
  /// the name of the article.
  private(set) var groups: [String: SnippetGroup] = [:]
  /// The blocks that are malformed, with their lines.
  private(set) var problems: [String] = []

  /// Creates it from the texts of documents, by the paths of their files.
  init(_ documents: [String: String]) {
    for (file, text) in documents { read(text, file: file) }
    for name in groups.keys where groups[name]?.imports.isEmpty == true { groups[name]?.imports = ["Sluice"] }
  }

  private mutating func read(_ text: String, file: String) {
    let article = Self.article(file)
    var section = article ?? ""
    var snippet: Snippet?
    var isInBlock = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix("```") {
        if let snippet { groups[section, default: SnippetGroup()].add(snippet) }
        snippet = nil
        isInBlock.toggle()
        guard isInBlock else { continue }
        switch line.dropFirst(3).lowercased() {
        case "swift": snippet = Snippet(file: file, line: index + 1)
        case "swift package.swift": break
        case let kind where kind.contains("swift"):
          problems.append("\(file):\(index + 1): unknown kind of block: \(kind)")
        default: break
        }
      } else if isInBlock {
        snippet?.code.append(String(line))
      } else if article == nil, line.hasPrefix("#") {
        section = Self.sourceName(line)
      }
    }
    if isInBlock { problems.append("\(file): the last block has no end") }
  }

  /// Returns the name of the group of an article or a landing page; `nil` if the file is neither.
  private static func article(_ file: String) -> String? {
    let names = file.split(separator: "/").suffix(2).map { $0.prefix { $0 != "." } }
    guard let catalog = names.first, let name = names.last, file.contains(".docc/") else { return nil }
    return name == catalog && !needTraits.contains(String(name)) ? "LandingPages" : String(name)
  }

  /// The modules whose landing pages have their own groups, which a package with their traits compiles.
  private static let needTraits: Set = [
    "SluiceAsyncHTTPClient", "SluiceBrotli", "SluiceConfiguration", "SluiceHummingbird", "SluiceMetrics",
    "SluiceNIO", "SluiceOpenAPI", "SluiceService", "SluiceTracing", "SluiceURLSession", "SluiceZstd",
  ]

  private static func sourceName(_ heading: some StringProtocol) -> String {
    heading.split { !$0.isLetter && !$0.isNumber }.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}

extension SnippetGroup {
  /// Adds a block, without the lines at its beginning that import modules.
  fileprivate mutating func add(_ block: Snippet) {
    let modules = block.code.prefix { importedModule($0) != nil || $0.isEmpty }
    imports.formUnion(modules.compactMap(importedModule))
    snippets.append(
      Snippet(
        file: block.file, line: block.line + modules.count, code: Array(block.code.dropFirst(modules.count))))
  }
}
