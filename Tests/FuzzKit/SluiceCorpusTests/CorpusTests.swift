import Foundation
import SluiceFuzz
import SluiceFuzzTargets
import Testing

/// The fuzzer's checks of every input of the corpus, in series because they measure work.
@Suite(.serialized, .timeLimit(.minutes(5))) struct CorpusTests {
  static let corpus = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Corpus").standardized

  @Test(arguments: FuzzTarget.all.map(\.name))
  func `the properties of a target hold for every input of its corpus`(target name: String) throws {
    let target = try #require(FuzzTarget.named(name))
    let inputs = try target.file(in: Self.corpus).inputs
    #expect(!inputs.isEmpty)
    for input in inputs {
      do {
        try target.run(input.bytes)
      } catch {
        Issue.record("\(error)\nmake fuzz COMMAND=repro FILE=\(name)/\(input.name ?? "\(input.line)")")
      }
    }
  }

  @Test func `every target has a file in the corpus, and every file a target`() throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: Self.corpus.appending(path: "targets"), includingPropertiesForKeys: nil
    )
    .filter { $0.pathExtension == "jsonl" }
    #expect(files.map { $0.deletingPathExtension().lastPathComponent }.sorted() == FuzzTarget.all.map(\.name))
  }

  @Test(arguments: FuzzTarget.all.map(\.name))
  func `a target's file describes its format and each option byte, and names each input once`(
    target name: String
  ) throws {
    let target = try #require(FuzzTarget.named(name))
    let file = try target.file(in: Self.corpus)
    #expect(file.target == name)
    #expect(file.format == target.format)
    #expect(file.options.count == target.optionByteCount)
    let names = file.inputs.compactMap(\.name)
    #expect(Set(names).count == names.count)
    for input in file.inputs where input.options.count < target.optionByteCount {
      #expect(input.document.isEmpty, "\(name): line \(input.line)")
    }
    for input in file.inputs {
      #expect(input.options.count <= target.optionByteCount, "\(name): line \(input.line)")
    }
  }
}
