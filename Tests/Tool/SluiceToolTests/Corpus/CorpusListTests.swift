import FoundationEssentials
import Sluice
import SluiceFuzz
import SluiceTestSupport
import Testing

@testable import SluiceCorpusTool

/// `corpus list`, `show` and `export`.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct CorpusListTests {
  @Test func `formats are listed with their numbers of inputs`() throws {
    let outcome = try sluice("corpus", "list")
    outcome.expectSuccess()
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.count == Corpus.Format.allCases.count + 1)
    let json = Corpus.inputs(.json)
    let counts =
      [json.count] + [.accept, .reject, .either].map { verdict in json.count { $0.verdict == verdict } }
    #expect(
      lines.contains { $0.split(separator: " ").map(String.init) == ["json"] + counts.map(String.init) })
    let values = try sluice("corpus", "list", "--format", "json").output.split(separator: UInt8(ascii: "\n"))
      .map { try JSON.Value(parsing: Array($0)) }
    #expect(values.map { $0["format"]?.string } == Corpus.Format.allCases.map(\.rawValue))
    #expect(values.map { $0["inputs"]?.int } == Corpus.Format.allCases.map { Corpus.inputs($0).count })
  }

  @Test func `the inputs of a format are listed`() throws {
    let entries = Corpus.inputs(.json)
    let outcome = try sluice("corpus", "list", "json")
    outcome.expectSuccess()
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.count == entries.count + 1)
    for (line, entry) in zip(lines.dropFirst(), entries) {
      #expect(line.hasPrefix(entry.name + " ") && line.contains(" \(entry.verdict.rawValue) "), "\(line)")
    }
    let values = try sluice("corpus", "list", "json", "--format", "json").output.split(
      separator: UInt8(ascii: "\n"))
    #expect(values.count == entries.count)
    try sluice("corpus", "list", "nope").expectFailure(64, "usage", saying: "nope")
  }

  @Test func `an input is shown with its line of the manifest`() throws {
    let entry = try #require(Corpus.inputs(.json).first { $0.bytes == Array("[1,]".utf8) })
    let outcome = try sluice("corpus", "show", "json/\(entry.name)")
    outcome.expectSuccess()
    let lines = outcome.text.split(separator: "\n")
    #expect(try JSON.Value(parsing: String(lines[0]))["file"]?.string == "json/\(entry.name)")
    #expect(
      lines.dropFirst() == ["00000000  5b 31 2c 5d                                      |[1,]|"], "\(lines)")
    #expect(try sluice("corpus", "show", "--raw", "json/\(entry.name)").output == entry.bytes)
    try sluice("corpus", "show", "json/no-such-input").expectFailure(66, "no-input", saying: "no-such-input")
    try sluice("corpus", "show", "json").expectFailure(64, "usage", saying: "FORMAT/NAME")
  }

  @Test func `an exported corpus has every input, dictionary and line`() throws {
    let folder = try TemporaryDirectory()
    try sluice("corpus", "export", folder.path("a/b")).expectSuccess()
    let lines = try folder.contents("a/b/manifest.jsonl").split(separator: UInt8(ascii: "\n"))
      .map { try JSON.Value(parsing: Array($0)) }
    var index = 0
    for format in Corpus.Format.allCases {
      #expect(try folder.contents("a/b/\(format.rawValue).dict") == Corpus.dictionary(format))
      for entry in Corpus.inputs(format) {
        #expect(try folder.contents("a/b/\(format.rawValue)/\(entry.name)") == entry.bytes)
        let line = try #require(index < lines.count ? lines[index] : nil)
        #expect(line["file"]?.string == "\(format.rawValue)/\(entry.name)")
        #expect(line["verdict"]?.string == entry.verdict.rawValue)
        index += 1
      }
    }
    #expect(lines.count == index)
  }

  @Test func `an export needs an empty folder`() throws {
    let folder = try TemporaryDirectory()
    try folder.file("file")
    try sluice("corpus", "export", folder.path).expectFailure(74, "folder-not-empty", saying: folder.path)
    try sluice("corpus", "export", folder.path("file")).expectFailure(74, "write-failed")
    #expect(try folder.names() == ["file"])
    let empty = try folder.directory("empty")
    try sluice("corpus", "export", empty, "--format", "json", "--format", "query").expectSuccess()
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: empty).sorted()
        == ["json", "json.dict", "manifest.jsonl", "query", "query.dict"])
  }
}
