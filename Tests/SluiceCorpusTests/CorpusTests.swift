import Foundation
import SluiceFuzzing
import Testing

/// Every file of the corpus, through the checks that the fuzzer runs. One after the other, since work is measured.
@Suite(.serialized) struct CorpusTests {
  static let corpus = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Corpus").standardized

  @Test(arguments: FuzzTarget.all.map(\.name))
  func propertiesHold(target name: String) throws {
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

  @Test func everyFolderIsATarget() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path).filter {
      try Self.corpus.appending(path: $0).resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true
    }
    #expect(folders.sorted() == FuzzTarget.all.map(\.name))
  }
}
