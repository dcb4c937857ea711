import Foundation
import Sluice
import SluiceFoundation
import SluiceNetwork
import SluiceOutbox
import SluiceTesting
import Testing

/// What all errors of Sluice have in common.
@Suite(.timeLimit(.minutes(1))) struct ErrorTests {
  private static let types: [any SluiceError.Type] = [
    BodyError.self, GzipError.self, HeaderError.self, HiddenError.self, JSON.SyntaxError.self,
    LoopbackError.self, MultipartError.self, NetworkError.self, OutboxError.self, PropertyList.Error.self,
    Query.Error.self, ResponseError.self, SessionError.self, StreamError.self, TextError.self, XMLError.self,
  ]
  /// Types of modules that need a trait.
  private static let typesOfTraits = ["BrotliError", "ZstdError"]

  /// The sources of the modules of the library. What the kit for fuzzing throws is for tests, and has no code.
  private static func sources() throws -> [(file: String, text: String)] {
    let folder = ReadmeTests.package.appending(path: "Sources")
    let files = FileManager.default.enumerator(atPath: folder.path())?.compactMap { $0 as? String } ?? []
    return try files.filter { file in
      let others = ["FuzzKit/", "Tool/", "Values/SluiceMacros/"]
      return file.hasSuffix(".swift") && !others.contains(where: file.hasPrefix)
    }.map { ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8)) }
  }

  @Test func `every public type of errors conforms to SluiceError`() throws {
    let declaration = /public (?:struct|enum|final class) (\w+): ([^{]*\bError\b[^{]*|\w*Error\b[^{]*)\{/
    var names: [String] = []
    for (file, text) in try Self.sources() {
      for match in text.matches(of: declaration) {
        names.append(String(match.1))
        let conforms = match.2.contains("SluiceError")
        #expect(conforms, "\(file): \(match.1)")
      }
    }
    #expect(names.sorted() == (Self.types.map { "\($0)" } + Self.typesOfTraits).sorted())
  }

  @Test func `no two codes have the same name or text`() throws {
    let declaration = /public static let (\w+) = (?:ErrorCode|Self)\(\s*"([a-z0-9-]+)"/
    var names: [String: String] = [:]
    var texts: [String: String] = [:]
    for (file, text) in try Self.sources() {
      for match in text.matches(of: declaration) {
        let name = names.updateValue(file, forKey: String(match.1))
        #expect(name == nil, "\(match.1) is in \(file), too")
        let other = texts.updateValue(file, forKey: String(match.2))
        #expect(other == nil, "\(match.2) is in \(file), too")
      }
    }
    #expect(names.count > 120)
  }

  @Test func `the article about errors names every type`() throws {
    let article = try String(
      contentsOf: ReadmeTests.package.appending(
        path: "Sources/Client/Sluice/Sluice.docc/HandlingErrors.md"), encoding: .utf8)
    for name in Self.types.map({ "\($0)" }) + Self.typesOfTraits where name != "HiddenError" {
      #expect(article.contains(name), "\(name)")
    }
  }

  /// The responses of a stub, or the error that its transport throws, and what the error of the call has.
  @Test(
    arguments: [
      "status 404": (.text("no", status: 404), "unacceptable-status", 404, false),
      "status 503": (.text("no", status: 503), "unacceptable-status", 503, true),
      "time limit": (.failure(.timedOut), "timed-out", nil, true),
      "trust": (.failure(.untrusted), "untrusted", nil, false),
    ] as [String: (response: StubResponse, code: String, status: Int?, isRetryable: Bool)])
  func `one clause catches the errors of a call`(
    _ name: String, _ expected: (response: StubResponse, code: String, status: Int?, isRetryable: Bool)
  ) async throws {
    var configuration = Session.Configuration()
    configuration.retries = .never
    let session = Session(configuration, transport: StubTransport { _ in expected.response })
    do {
      _ = try await session.get("https://bob:secret@example.com/a?token=secret", decoding: .text())
      Issue.record("no error")
    } catch let error as any SluiceError {
      #expect(error.code.description == expected.code)
      #expect(error.status?.code == expected.status)
      #expect(error.url == "https://example.com/a")
      #expect(error.isRetryable == expected.isRetryable)
      #expect(!error.message.isEmpty && error.description.contains(error.message))
    }
  }

  @Test func `an error without a request has a code and a message only`() throws {
    let error = try #require(throws: JSON.SyntaxError.self) { try JSON.Value(parsing: "[1,\n 2,]") }
    let any: any SluiceError = error
    #expect(any.code == .unexpectedCharacter && any.code != .unexpectedEnd)
    #expect(any.url == nil && any.status == nil && !any.isRetryable)
    #expect(any.message == "unexpected character at line 2, column 4 (byte 7)")
    #expect(any.description == "unexpected-character: \(any.message)")
    #expect(Set([any.code, .unexpectedCharacter, .timedOut]).count == 2)
  }
}
