import Testing

@Suite(.timeLimit(.minutes(5))) struct ComparisonTests {
  static let readme = """
    # Name

    ## Reading it

    ```swift
    import Sluice
    import SluiceTesting   // for tests

    if a {
      b()
    }
    ```

    ```swift
    c()
    ```

    ```swift Package.swift
    .package(path: "..")
    ```

    ```sh
    make
    ```
    """
  static let source = """
    import Sluice
    import SluiceTesting

    private func first(a: Bool) {
      // README
      if a {
        b()
      }
      // end
    }

    // README
    c()
    // end
    """

  @Test func `a document agrees with a source that contains its snippets and imports its modules`() {
    #expect(Self.compared() == [])
  }

  @Test func `an edited snippet is reported with both lines`() {
    #expect(
      Self.compared(readme: Self.readme.replacing("b()", with: "b(1)"))
        == ["README.md:10:   b(1)\nReadingIt.swift:7:   b()"])
    #expect(
      Self.compared(source: Self.source.replacing("c()", with: "c()\nd()"))
        == ["README.md:16: the end of the snippet\nReadingIt.swift:14: d()"])
  }

  @Test func `an article agrees with a source of its name, whatever its sections`() {
    let article = [
      "Sources/A/A.docc/GettingStarted.md": Self.readme, "Sources/A/A.docc/A.md": "```swift\nd()\n```",
    ]
    let sources = [
      "GettingStarted": SnippetGroup(source: Self.source, file: "GettingStarted.swift"),
      "LandingPages": SnippetGroup(
        source: "import Sluice\n// Article\nd()\n// end", file: "LandingPages.swift"),
    ]
    #expect(differences(Markdown(article), sources) == [])
  }

  @Test func `indentation within a snippet counts`() {
    #expect(
      Self.compared(source: Self.source.replacing("    b()", with: "  b()"))
        == ["README.md:10:   b()\nReadingIt.swift:7: b()"])
  }

  @Test func `a snippet without a copy and a copy without a snippet are reported`() {
    #expect(
      Self.compared(readme: Self.readme + "\n```swift\nd()\n```")
        == ["README.md:25: ReadingIt.swift has no copy of this snippet"])
    #expect(
      Self.compared(source: Self.source + "\n// README\nd()\n// end")
        == ["ReadingIt.swift:15: no document has this snippet"])
  }

  @Test func `a section without a source, and a source without a section, are reported`() {
    #expect(
      Self.compared(readme: Self.readme + "\n### And writing\n```swift\nd()\n```") == [
        "README.md:26: AndWriting.swift has no copy of this snippet",
        #"AndWriting.swift imports [], but its section ["Sluice"]"#,
      ])
    #expect(
      differences(Markdown([:]), ["Old": SnippetGroup(source: "import Sluice", file: "Old.swift")])
        == [#"Old.swift imports ["Sluice"], but its section []"#])
  }

  @Test func `a source with another import than its section is reported`() {
    #expect(
      Self.compared(source: "import Foundation\n" + Self.source).last
        == #"ReadingIt.swift imports ["Foundation", "Sluice", "SluiceTesting"], "#
        + #"but its section ["Sluice", "SluiceTesting"]"#)
  }

  @Test(arguments: [" swift", "swift ignore", "swift package"])
  func `a block that could be mistaken for Swift is reported`(kind: String) {
    let readme = Markdown(["README.md": "```\(kind)\na()\n```"])
    #expect(readme.problems.count == 1)
  }

  @Test func `a block without an end is reported`() {
    #expect(Markdown(["README.md": "```swift\na()"]).problems == ["README.md: the last block has no end"])
  }

  private static func compared(readme: String = readme, source: String = source) -> [String] {
    differences(
      Markdown(["README.md": readme]),
      ["ReadingIt": SnippetGroup(source: source, file: "ReadingIt.swift")])
  }
}
