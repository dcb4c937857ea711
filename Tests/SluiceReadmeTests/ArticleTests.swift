import Foundation
import Sluice
import SluiceOutbox
import Testing

/// Checks what articles claim in comments and tables.
@Suite(.timeLimit(.minutes(5))) struct ArticleTests {
  @Test func `the program of "Getting started" does what its comments say`() async throws {
    let result = try await runGettingStarted()
    #expect(result == ("Ann", "/v1/users/1?verbose=yes", "f1", true))
  }

  @Test func `the table of limits contains the defaults`() throws {
    let rows = try Article("UntrustedInput").rows(below: "| limit | default | counts |")
    #expect(rows.count == Self.limits.count)
    for (row, (name, value)) in zip(rows, Self.limits) { #expect([row[0], row[1]] == ["`\(name)`", value]) }
  }

  @Test func `the table of "Configuring sessions" contains the defaults`() throws {
    let configuration = Session.Configuration()
    let rows = try Article("ConfiguringSessions").rows(below: "| property | default | other values |")
    let hasNoProxy = configuration.proxy == nil && configuration.httpVersion == nil
    let trust = configuration.trust
    let isSystemTrust = if case .system = trust.authorities { trust.minimumVersion == .tls12 } else { false }
    let keepsNoCookies = if case .off = configuration.cookies { true } else { false }
    let defaults = [
      ("connectTimeout", Self.time(configuration.connectTimeout)),
      ("idleTimeout", Self.time(configuration.idleTimeout)),
      ("responseTimeout", Self.time(configuration.responseTimeout)),
      ("timeout", Self.time(configuration.timeout)),
      ("httpVersion", hasNoProxy ? "negotiated" : ""),
      ("proxy", hasNoProxy ? "from the environment" : ""),
      ("trust", isSystemTrust ? "the system's authorities, TLS 1.2" : ""),
      ("cookies", keepsNoCookies ? "`.off`" : ""),
      ("maximumConnections", Self.number(configuration.maximumConnections)),
      ("maximumBodyByteCount", Self.bytes(configuration.maximumBodyByteCount)),
      ("decodesContent", "`\(configuration.decodesContent)`"),
      ("monitors", configuration.monitors.isEmpty ? "none" : ""),
    ]
    #expect(rows.count == defaults.count)
    for (row, (name, value)) in zip(rows, defaults) { #expect([row[0], row[1]] == ["`\(name)`", value]) }
  }

  @Test func `received file names are made safe as "Untrusted input" shows`() {
    #expect(SafeFileName("../../etc/passwd").description == "passwd")
    #expect(SafeFileName(#"C:\tmp\a?.txt"#).description == "a_.txt")
    #expect(SafeFileName("-rf").description == "_rf")
  }

  @Test func `the code of "JSON" prints what its comments say`() throws {
    let result = try runCodingJSON()
    #expect(result.foreign.count == 2 && result.foreign.skippedCount == 1)
    #expect(result.foreign.first?.description == "0." + String(repeating: "3", count: 39))
    #expect(result.text == #"{"name":"Ann","page_size":20}"#)
    #expect(result.error == "unexpected-character: unexpected character at line 2, column 4 (byte 7)")
    #expect(result.document == "0.10")
    #expect(
      result.settings
        == #"{"name":"Ann","tags":["first","b"],"age":42,"address":{"city":"Oslo"},"user":{"name":"Ann"}}"#)
  }

  @Test func `the form of "Wire rules" is sent as shown`() async throws {
    var bytes: [UInt8] = []
    for try await chunk in try wireRulesForm().chunks() { bytes += chunk }
    let sent = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
    #expect(try Article("WireRules").block(beginning: "--B") + "\n" == sent)
  }

  @Test func `URLs are resolved as "Wire rules" shows`() throws {
    let rows = try Article("WireRules").rows(below: "| base URL | reference | URL |")
    #expect(rows.count == 3)
    for row in rows {
      let cells = row.map { $0.trimmingCharacters(in: ["`"]) }
      let request = try Session(baseURL: cells[0]).request(.get, .init(cells[1]))
      #expect(request.url == cells[2])
    }
  }

  @Test func `the type of "Performance" reads what it writes`() throws {
    let point = Point(x: 1, y: 2.5)
    #expect(try JSON.Encoder().string(for: point) == #"{"x":1,"y":2.5}"#)
    #expect(try JSON.Decoder().decode(Point.self, from: #"{"y":2.5,"x":1}"#) == point)
  }

  /// The default of each limit, as the article writes it.
  private static var limits: [(String, String)] {
    let multipart = MultipartLimits()
    let form = FormDecoder()
    let session = Session.Configuration()
    return [
      ("MultipartLimits.maximumPartCount", number(multipart.maximumPartCount)),
      ("MultipartLimits.maximumHeaderCount", number(multipart.maximumHeaderCount)),
      ("MultipartLimits.maximumHeaderLineByteCount", bytes(multipart.maximumHeaderLineByteCount)),
      ("MultipartLimits.maximumHeaderByteCount", bytes(multipart.maximumHeaderByteCount)),
      ("MultipartLimits.maximumPreambleByteCount", bytes(multipart.maximumPreambleByteCount)),
      ("MultipartLimits.maximumPartByteCount", bytes(multipart.maximumPartByteCount)),
      ("MultipartLimits.maximumByteCount", bytes(multipart.maximumByteCount)),
      ("FormDecoder.maximumTextByteCount", bytes(form.maximumTextByteCount)),
      ("FormDecoder.maximumFileByteCount", bytes(form.maximumFileByteCount)),
      ("FormDecoder.maximumInMemoryFileByteCount", bytes(form.maximumInMemoryFileByteCount)),
      ("FormDecoder.maximumInMemoryByteCount", bytes(form.maximumInMemoryByteCount)),
      ("JSON.Decoder.maximumDepth", number(JSON.Decoder().maximumDepth)),
      ("PropertyList.Decoder.maximumDepth", number(PropertyList.Decoder().maximumDepth)),
      ("PropertyList.Decoder.maximumExpansion", number(PropertyList.Decoder().maximumExpansion)),
      ("Query.Decoder.maximumPairCount", number(Query.Decoder().maximumPairCount)),
      ("Query.Decoder.maximumDepth", number(Query.Decoder().maximumDepth)),
      ("Inflater.Limits.maximumByteCount", bytes(Inflater.Limits.default.maximumByteCount)),
      ("Inflater.Limits.maximumRatio", Inflater.Limits.default.maximumRatio.map { "\($0)" } ?? "none"),
      ("Session.Configuration.maximumBodyByteCount", bytes(session.maximumBodyByteCount)),
      ("Session.Configuration.maximumInMemoryBodyByteCount", bytes(session.maximumInMemoryBodyByteCount)),
      ("Session.Configuration.connectTimeout", time(session.connectTimeout)),
      ("Session.Configuration.idleTimeout", time(session.idleTimeout)),
      ("Session.Configuration.responseTimeout", time(session.responseTimeout)),
      ("Session.Configuration.timeout", time(session.timeout)),
      ("Session.Redirects.maximumCount", number(session.redirects.maximumCount)),
      ("Session.RetryPolicy.maximumRetryAfter", time(Session.RetryPolicy.standard.maximumRetryAfter)),
      ("DownloadOptions.maximumByteCount", bytes(DownloadOptions().maximumByteCount)),
      ("ResponseError.maximumBodyByteCount", bytes(ResponseError.maximumBodyByteCount)),
      ("Outbox.maximumEntryByteCount", bytes(Outbox.maximumEntryByteCount)),
    ]
  }

  private static func number(_ value: Int?) -> String {
    value?.formatted(.number.locale(Locale(identifier: "en_US"))) ?? "none"
  }

  private static func bytes(_ value: (some BinaryInteger)?) -> String {
    guard var value = value.map({ Int($0) }) else { return "none" }
    var units = ["bytes", "KiB", "MiB", "GiB"][...]
    while units.count > 1, value % 1024 == 0 {
      value /= 1024
      units.removeFirst()
    }
    return "\(value) \(units.first ?? "")"
  }

  private static func time(_ value: Duration?) -> String {
    value.map { "\($0.components.seconds) s" } ?? "none"
  }
}
