import Foundation
import Testing

/// The snippets of the README and of the articles are compiled: the folder `Snippets` has a source for each section of
/// the README and for each article, with copies of the snippets between markers, in functions whose parameters are what
/// the snippets take for granted.
@Suite(.timeLimit(.minutes(5))) struct ReadmeTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  static let package = folder.appending(path: "../..").standardizedFileURL

  @Test func `the documents and the sources that compile their snippets contain the same ones`() throws {
    let documents = Markdown(
      try Dictionary(
        uniqueKeysWithValues: Self.documents().map {
          ($0, try String(contentsOf: Self.package.appending(path: $0), encoding: .utf8))
        }))
    #expect(!documents.groups.isEmpty)
    for difference in differences(documents, try Self.sources()) { Issue.record("\(difference)") }
  }

  /// The paths of the README, the articles and the landing pages.
  private static func documents() -> [String] {
    let sources = FileManager.default.enumerator(atPath: package.appending(path: "Sources").path())
    let pages = sources?.compactMap { $0 as? String }.filter { $0.contains(".docc/") && $0.hasSuffix(".md") }
    return ["README.md"] + (pages ?? []).map { "Sources/\($0)" }
  }

  private static func sources() throws -> [String: SnippetGroup] {
    let files = FileManager.default.enumerator(atPath: folder.appending(path: "Snippets").path())
    return try Dictionary(
      uniqueKeysWithValues: (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }.map
      {
        let file = folder.appending(path: "Snippets/\($0)")
        let source = SnippetGroup(
          source: try String(contentsOf: file, encoding: .utf8), file: "Snippets/\($0)")
        return (file.deletingPathExtension().lastPathComponent, source)
      })
  }
}
