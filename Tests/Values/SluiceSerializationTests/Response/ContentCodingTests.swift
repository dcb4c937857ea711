import HTTPTypes
import SluiceBody
import SluiceGzip
import SluiceTestSupport
import Testing

@testable import SluiceSerialization

/// The list of content codings, and codings that are not in it.
@Suite(.timeLimit(.minutes(5))) struct ContentCodingTests {
  /// A coding that inverts each bit.
  private static let inverted = ContentCoding(name: "inverted") { reader, _ in Inverted(reader) }

  private final class Inverted: BodyReader {
    private let body: any BodyReader

    init(_ body: any BodyReader) { self.body = body }

    func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
      let start = output.count
      let outcome = try body.read(into: &output)
      for index in start..<output.count { output[index] = ~output[index] }
      return outcome
    }
  }

  @Test func `a coding is a value, and the last one that was applied is decoded first`() async throws {
    let bytes = sampleBytes(200_000)
    let compressed = try await readAll(GzipSource(.bytes(bytes)).makeReader())
    let codings = ContentCodings(codings: [.gzip, Self.inverted])
    let source = BytesSource(compressed.map { ~$0 })
    #expect(try await readAll(codings.decode(source.makeReader(), limits: .default)) == bytes)
    let limited = try codings.decode(source.makeReader(), limits: .init(maximumByteCount: 199_999))
    let failure = await #expect(throws: GzipError.self) { try await readAll(limited) }
    #expect(failure?.isExcess == true)
  }

  @Test func `each coding of the list is found by its names, and is accepted`() throws {
    for coding in ContentCoding.all {
      for name in [coding.name] + coding.aliases {
        let codings = try ContentCodings(parsing: [.contentEncoding: " \(name.uppercased()) , identity"])
        #expect(codings.codings.map(\.name) == [coding.name])
      }
    }
    #expect(ContentCodings.accepted == "gzip, deflate")
    // Mistakes of servers.
    for name in ["none", "UTF-8", "utf8", "us-ascii", "ISO-8859-1"] {
      #expect(try ContentCodings(parsing: [.contentEncoding: name]).isEmpty)
    }
    for name in ["inverted", "gz ip", "identity;q=1", "\u{A0}gzip"] {
      #expect(throws: ContentCodings.Refusal.self) {
        try ContentCodings(parsing: [.contentEncoding: name])
      }
    }
  }

  @Test(arguments: ["br": "Brotli", "zstd": "Zstd"])
  func `a coding that needs a trait is an error that names it`(name: String, trait: String) throws {
    let refusal = #expect(throws: ContentCodings.Refusal.self) {
      try ContentCodings(parsing: [.contentEncoding: name])
    }
    #expect(refusal?.message == "the coding '\(name)' needs the trait \(trait) of the package sluice")
  }

  @Test func `reading ends although no byte results`() async throws {
    struct Ended: Error {}
    let member = try await readAll(GzipSource(.bytes([])).makeReader())
    let members = BytesSource([UInt8](repeatElement(member, count: 100_000).joined()))
    var readCount = 0
    let reader = try ContentCodings(codings: [.gzip]).decode(members.makeReader(), limits: .default) {
      readCount += 1
      if readCount == 3 { throw Ended() }
    }
    #expect(throws: Ended.self) { try reader.readOnce(upTo: 100) }
  }
}
