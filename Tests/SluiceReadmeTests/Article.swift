import Foundation

/// An article of the documentation.
struct Article {
  private let lines: [String]

  /// Reads an article of the module `Sluice`.
  init(_ name: String) throws {
    let file = ReadmeTests.package.appending(path: "Sources/Client/Sluice/Sluice.docc/\(name).md")
    lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
  }

  /// Returns the cells of each row of the table with a header; none if there is no such table.
  func rows(below header: String) -> [[String]] {
    lines.drop { $0 != header }.dropFirst(2).prefix { $0.hasPrefix("|") }.map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// Returns the text of the block whose first line is this one; empty if there is none.
  func block(beginning line: String) -> String {
    lines.drop { $0 != line }.prefix { $0 != "```" }.joined(separator: "\n")
  }
}
