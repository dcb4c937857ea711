import Foundation
import SluiceFuzz
import SluiceFuzzTargets
import Testing

/// The fuzzer's checks of every file of the corpus, in series because they measure work.
@Suite(.serialized, .timeLimit(.minutes(5))) struct CorpusTests {
  static let corpus = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Corpus").standardized

  @Test(arguments: FuzzTarget.all.map(\.name))
  func `the properties of a target hold for every file of its corpus`(target name: String) throws {
    let target = try #require(FuzzTarget.named(name))
    let files = try target.files(in: Self.corpus)
    #expect(!files.isEmpty)
    for file in files {
      do {
        try target.run([UInt8](Data(contentsOf: file)))
      } catch {
        Issue.record("\(error)\nmake fuzz-repro FILE=\(file.path(percentEncoded: false))")
      }
    }
  }

  @Test func `every target has a folder in the corpus, and every folder a target`() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path).filter {
      try Self.corpus.appending(path: $0).resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true
    }
    #expect(folders.sorted() == FuzzTarget.all.map(\.name))
  }
}
