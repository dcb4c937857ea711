import Foundation
import Testing

/// The snippets of the README and of the articles are compiled: the folder `Snippets` has a source for each section of
/// the README and for each article, with copies of the snippets between markers, in functions whose parameters are what
/// the snippets take for granted. Those of pages about other packages, and of modules that need traits, are in the
/// packages with their tests.
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
    let others = swiftFiles(in: package.appending(path: "Tests/Traits/Tests")).filter { file in
      ["Sluice", "With"].contains { file.lastPathComponent.hasPrefix($0) }
    }
    let files = swiftFiles(in: folder.appending(path: "Snippets")) + others
    return try Dictionary(
      uniqueKeysWithValues: files.map { file in
        let path = file.path.dropFirst(package.path.count + 1)
        let source = SnippetGroup(source: try String(contentsOf: file, encoding: .utf8), file: String(path))
        return (file.deletingPathExtension().lastPathComponent, source)
      })
  }

  private static func swiftFiles(in folder: URL) -> [URL] {
    let files = FileManager.default.enumerator(atPath: folder.path())?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".swift") }.map { folder.appending(path: $0) }
  }
}
