internal import FoundationEssentials
internal import HTTPTypes
internal import SluiceSerialization
internal import SluiceTransport

extension Session {
  /// The fields of each request without its own: the client (RFC 9110 §10.1.5), and the languages of the environment's
  /// locale.
  static let defaultFields: HTTPFields = {
    var fields = HTTPFields()
    fields[.userAgent] = "sluice/\(version) \(CurlLibrary.product) (\(platform))"
    fields[.acceptLanguage] = AcceptLanguage.preferred(in: ProcessInfo.processInfo.environment)
    return fields
  }()

  private static var platform: String {
    #if arch(x86_64)
      "Linux; x86_64"
    #elseif arch(arm64)
      "Linux; aarch64"
    #else
      "Linux"
    #endif
  }
}
