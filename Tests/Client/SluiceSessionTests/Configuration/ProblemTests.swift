import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Settings that cannot be used, which fail a request before there is a connection.
@Suite(.timeLimit(.minutes(5))) struct ProblemTests {
  private static let digest = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// A part of the error's message; `nil` if the setting is accepted.
    let message: String?
    let configure: @Sendable (inout Session.Configuration) -> Void

    init(
      _ name: String, _ message: String?,
      _ configure: @escaping @Sendable (inout Session.Configuration) -> Void
    ) {
      (testDescription, self.message, self.configure) = (name, message, configure)
    }
  }

  private static func pins(_ pins: String...) -> @Sendable (inout Session.Configuration) -> Void {
    { $0.trust.pinnedPublicKeys = pins }
  }

  private static func override(
    _ host: String, _ addresses: String...
  ) -> @Sendable (inout Session.Configuration) -> Void {
    { $0.addressOverrides = [.init(host: host, port: 1, addresses: addresses)] }
  }

  static let cases = [
    Case("a pin", nil, pins("sha256//\(digest)")),
    Case("a pin that is no pin", "the pin 'nonsense'", pins("sha256//\(digest)", "nonsense")),
    Case("a pin without its prefix", "the pin '\(digest)'", pins(digest)),
    Case("a pin of another hash", "the pin 'sha1//\(digest)'", pins("sha1//\(digest)")),
    Case("a pin that is too short", "the pin 'sha256//AAAA'", pins("sha256//AAAA")),
    Case("a pin that is too long", "32 bytes", pins("sha256//\(digest.dropLast(1))AA=")),
    Case("a pin without padding", "the pin", pins("sha256//\(digest.dropLast())")),
    Case("a pin that no encoder writes", "the pin", pins("sha256//\(digest.dropLast(2))V=")),
    Case("two pins in one", "the pin", pins("sha256//\(digest);sha256//\(digest)")),
    Case("a pin with a line end", "\\u{A}'", pins("sha256//\(digest)\n")),
    Case("an empty pin", "the pin ''", pins("")),
    Case("an override", nil, override("Some.example", "127.0.0.1", "::1", "[::1]")),
    Case("an override without addresses", "of 'h' has no address", override("h")),
    Case("an override by a name", "'localhost'", override("h", "127.0.0.1", "localhost")),
    Case("an override by half an address", "'127.0.0'", override("h", "127.0.0")),
    Case("an override by an octal address", "'127.0.0.01'", override("h", "127.0.0.01")),
    Case("an override by an address with a zone", "'fe80::1%lo'", override("h", "fe80::1%lo")),
    Case(
      "an override by two addresses in one", "'127.0.0.1,127.0.0.2'", override("h", "127.0.0.1,127.0.0.2")),
    Case("an override by nothing", "''", override("h", "")),
    Case("an override of every host", "'*'", override("*", "127.0.0.1")),
    Case("an override of no host", "''", override("", "127.0.0.1")),
    Case("an override that removes", "'-h:1'", override("-h:1", "127.0.0.1")),
    Case("an override of a host and port", "'h:80'", override("h:80", "127.0.0.1")),
    Case("a path of a socket that is too long", "107 bytes") {
      $0.unixSocketPath = "/" + String(repeating: "s", count: 107)
    },
    Case("no path of a socket", "107 bytes") { $0.unixSocketPath = "" },
    Case("a proxy with a line break", "escaped control character") { $0.proxy = "http://u:p%0a@127.0.0.1:1" },
    Case("a proxy with a NUL", "escaped control character") { $0.proxy = "socks5://u%00:p@127.0.0.1:1" },
    Case("a rate", nil) { ($0.maximumSendRate, $0.maximumReceiveRate) = (1 << 30, 1 << 30) },
    Case("a rate of nothing", "maximumSendRate is 0") { $0.maximumSendRate = 0 },
    Case("a total rate of nothing", "maximumTotalSendRate is 0") { $0.maximumTotalSendRate = 0 },
    Case("a negative total rate", "maximumTotalReceiveRate is -1") { $0.maximumTotalReceiveRate = -1 },
    Case("a negative rate", "maximumReceiveRate is -1") { $0.maximumReceiveRate = -1 },
  ]

  @Test(arguments: cases) func `a malformed setting fails before connecting`(_ case: Case) async throws {
    try await withServer {
      try $1.respond(204)
    } configure: {
      `case`.configure(&$0)
    } test: { session, server in
      let result = await Result.catching { try await session.send(session.request(.get, "")) }
      guard let message = `case`.message else {
        _ = try result.get()
        return
      }
      let error = #expect(throws: SessionError.self) { try result.get() }
      #expect(error?.code == .invalidConfiguration)
      #expect(error?.message.contains(message) == true, "\(String(describing: error))")
      #expect(server.acceptedConnections == 0)
    }
  }
}
