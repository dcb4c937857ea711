import Foundation
import Testing

/// The README's snippets are compiled: the folder `Snippets` has a source for each section, with copies of its snippets
/// between markers, in functions whose parameters are what the snippets take for granted.
@Suite struct ReadmeTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  static let documents = ["README.md"]

  @Test func `the README and the sources that compile its snippets contain the same ones`() throws {
    let documents = Markdown(
      try Dictionary(
        uniqueKeysWithValues: Self.documents.map {
          ($0, try String(contentsOf: Self.folder.appending(path: "../../\($0)"), encoding: .utf8))
        }))
    #expect(!documents.groups.isEmpty)
    for difference in differences(documents, try Self.sources()) { Issue.record("\(difference)") }
  }

  private static func sources() throws -> [String: SnippetGroup] {
    let files = try FileManager.default.contentsOfDirectory(
      at: folder.appending(path: "Snippets"), includingPropertiesForKeys: nil)
    return try Dictionary(
      uniqueKeysWithValues: files.map {
        let text = try String(contentsOf: $0, encoding: .utf8)
        let source = SnippetGroup(source: text, file: "Snippets/\($0.lastPathComponent)")
        return ($0.deletingPathExtension().lastPathComponent, source)
      })
  }
}
