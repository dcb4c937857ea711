import Foundation
import SluiceFuzz
import SluiceFuzzTargets
import SluiceJSON
import Testing

/// The portable documents, their manifest, and what SluiceFuzz contains of them.
@Suite(.serialized, .timeLimit(.minutes(2))) struct PortableTests {
  private static let portable = CorpusTests.corpus.appending(path: "portable")

  private static func bytes(_ file: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: portable.appending(path: file)))
  }

  @Test func `SluiceFuzz contains the files as they are on the disk`() throws {
    let formats = Corpus.Format.allCases.map(\.rawValue)
    for file in ["manifest.jsonl", "found.jsonl"] {
      #expect(try Corpus.embedded(file) == Self.bytes(file), "run make corpus")
    }
    for name in formats {
      guard let format = Corpus.Format(rawValue: name) else { continue }
      let dictionary = (try? Self.bytes("\(name).dict")) ?? []
      #expect(Corpus.dictionary(format) == dictionary, "run make corpus")
      for entry in Corpus.entries(format) {
        #expect(try entry.bytes == Self.bytes("\(name)/\(entry.name)"), "run make corpus")
      }
    }
  }

  @Test func `each document has exactly one line in the manifest, sorted by name`() throws {
    for format in Corpus.Format.allCases {
      let folder = Self.portable.appending(path: format.rawValue).path
      let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      let order = files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      #expect(Corpus.entries(format).map(\.name) == order)
    }
  }

  @Test(arguments: Corpus.Format.allCases)
  func `this package's parser agrees with each verdict and result`(format: Corpus.Format) throws {
    for entry in Corpus.entries(format) + Corpus.found(format) {
      let place = "\(format.rawValue)/\(entry.name)"
      let value: JSON.Value?
      do {
        value = try entry.read()
        guard value != nil else { continue }
      } catch {
        #expect(entry.verdict != .accept, "\(place): \(error)")
        continue
      }
      #expect(entry.verdict != .reject, "\(place) was read as \(value?.description ?? "")")
      if let result = entry.result {
        #expect(value == result, "\(place) has \"result\":\(value?.description ?? "")")
      }
    }
  }

  @Test func `the manifest is complete`() {
    for entry in Corpus.Format.allCases.flatMap(Corpus.entries) {
      #expect(entry.shows?.hasSuffix(".") == true, "\(entry.name) says what it shows")
      #expect((entry.contentType != nil) == (entry.format == .multipart))
      #expect(entry.verdict != .reject || entry.result == nil)
    }
  }
}
