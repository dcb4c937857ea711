internal import FoundationEssentials
internal import HTTPTypes
internal import SluiceSerialization

extension Session {
  /// What every request says that does not say otherwise: who asks (RFC 9110 §10.1.5), the languages of the environment's
  /// locale, and which codings of a body can be decoded.
  static let defaultFields: HTTPFields = {
    var fields = HTTPFields()
    fields[.userAgent] = "sluice/\(version) \(CurlLibrary.product) (\(platform))"
    fields[.acceptLanguage] = AcceptLanguage.preferred(in: ProcessInfo.processInfo.environment)
    fields[.acceptEncoding] = "identity"
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
