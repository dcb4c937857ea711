import Logging
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

@testable import Sluice
@testable import SluiceSession

/// The queries of URLs that monitors see.
@Suite(.timeLimit(.minutes(5))) struct QueryVisibilityTests {
  @Test(arguments: [
    ("/users?page=2&q=ada", "/users?page=2&q=ada", "/users?page=…&q=…"),
    ("/users?token", "/users?token", "/users?…"),
    ("/users?a=b=c&&d=&=e", "/users?a=b=c&&d=&=e", "/users?a=…&&d=…&=…"),
    ("/users?", "/users?", "/users?"),
    ("/users", "/users", "/users"),
    ("/users#a?b=c", "/users", "/users"),
    ("/users?a=b#c=d", "/users?a=b", "/users?a=…"),
    ("https://host/a?b=/c?d=e", "https://host/a?b=/c?d=e", "https://host/a?b=…"),
    ("/a?b\u{301}=c\u{301}&\u{301}d=e", "/a?b\u{301}=c\u{301}&\u{301}d=e", "/a?b\u{301}=…&\u{301}d=…"),
  ]) func `a query is shown in full, without values, or not at all`(
    text: String, full: String, names: String
  ) {
    #expect(Session.QueryVisibility.full.shown(of: text) == full)
    #expect(Session.QueryVisibility.withoutValues.shown(of: text) == names)
    #expect(Session.QueryVisibility.none.shown(of: text) == String(text.prefix { $0 != "?" && $0 != "#" }))
  }

  /// Records the URLs of events.
  private struct Recorder: EventMonitor {
    let queries: Session.QueryVisibility
    let lines = Record<String>()

    func didCreate(_ transfer: TransferID, request: HTTPRequest) { lines.append(request.path ?? "-") }
    func willSend(_ transfer: TransferID, request: HTTPRequest) {
      lines.append("\(request.path ?? "-") \(request.headerFields[.referer] ?? "-")")
    }
    func didReceive(_ transfer: TransferID, response: HTTPResponse) {
      lines.append(response.headerFields[.location] ?? "-")
    }
    func willRedirect(_ transfer: TransferID, by redirect: Session.Redirect, to request: HTTPRequest) {
      let fields = redirect.response.headerFields
      lines.append("\(redirect.request.path ?? "-") \(fields[.location] ?? "-") \(request.path ?? "-")")
    }
  }

  @Test func `each monitor sees queries by its own choice`() async throws {
    let monitors = [Session.QueryVisibility.full, .withoutValues, .none].map { Recorder(queries: $0) }
    let log = CapturingLog()
    try await withServer { request, connection in
      if request.target.hasPrefix("/a") {
        try connection.redirect(307, to: "//me:pw@\(request["Host"] ?? "")/b?y=2&z#top")
      } else {
        try connection.respond(204)
      }
    } configure: {
      $0.monitors = monitors + [LogMonitor(log.logger, queries: .withoutValues)]
    } test: { session, server in
      let fields: HTTPFields = [.referer: "http://u:pw@h/r?v=1#f"]
      _ = try await session.send(session.request(.get, "/a?x=1#here", fields: fields))
      let host = "//127.0.0.1:\(server.port)"
      #expect(
        monitors[0].lines.all == [
          "/a?x=1", "/a?x=1 http://h/r?v=1", "\(host)/b?y=2&z", "/a?x=1 \(host)/b?y=2&z /b?y=2&z",
          "/b?y=2&z http://h/r?v=1", "-",
        ])
      #expect(
        monitors[1].lines.all == [
          "/a?x=…", "/a?x=… http://h/r?v=…", "\(host)/b?y=…&…", "/a?x=… \(host)/b?y=…&… /b?y=…&…",
          "/b?y=…&… http://h/r?v=…", "-",
        ])
      #expect(
        monitors[2].lines.all == [
          "/a", "/a http://h/r", "\(host)/b", "/a \(host)/b /b", "/b http://h/r", "-",
        ])
      for line in [
        "> GET \(server.url)/a?x=…", "< Location: \(host)/b?y=…&…",
        "* redirected to GET \(server.url)/b?y=…&…",
      ] {
        #expect(log.lines.all.contains { $0.hasPrefix(line + " [") }, "\(line) in \(log.lines.all)")
      }
    }
  }

  @Test(arguments: [
    ("http://me:pw@[:::/", "(hidden)"), ("ftp://me:pw@h/", "(hidden)"), ("http://me:p/w@h/", "(hidden)"),
    ("next?x=1", "next?x=1"), ("?x=1", "?x=1"), ("", ""), ("HTTP://me@h/a@b?c@d", "HTTP://h/a@b?c@d"),
    ("/a@b", "/a@b"),
  ]) func `a field with a URL has no user-info, and is hidden if malformed`(value: String, shown: String) {
    let fields: HTTPFields = [.location: value, .contentLocation: value, .referer: value]
    for field in fields.redacted(showing: .full) { #expect(field.value == shown) }
  }

  @Test func `fields with targets among other things are hidden`() throws {
    var fields = HTTPFields()
    for name in ["Link", "Refresh"] { fields[try #require(HTTPField.Name(name))] = "</?token=1>; rel=next" }
    #expect(fields.redacted(showing: .full).map(\.value) == ["(hidden)", "(hidden)"])
  }
}
