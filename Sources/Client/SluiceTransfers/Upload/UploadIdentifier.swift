package import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization
internal import SluiceSupport
package import SluiceTransport

extension RequestURL {
  /// A text that identifies the upload to which the part at the URL belongs: scheme, host, port and path, and the
  /// store's identifier of the upload in the query, such as `uploadId` of S3. Without one, it is all of the query,
  /// except for what another signature changes.
  ///
  /// ```
  ///  https://bucket.example.com/key?partNumber=1&uploadId=u7&X-Amz-Signature=…
  ///  https://bucket.example.com:443/key?uploadId=u7
  ///
  ///  https://store.example.com/upload?bucket=b&part=1&sig=…
  ///  https://store.example.com:443/upload?bucket=b&part=1
  /// ```
  ///
  /// Names are compared without their escapes, their case, `-` and `_`.
  package var uploadIdentifier: String {
    let pairs = queryPairs
    let identifiers = pairs.filter { $0.name == "uploadid" && $0.hasValue }
    let kept = identifiers.isEmpty ? pairs.filter { !$0.isOfSignature } : identifiers
    return "\(origin)\(path)?\(kept.map(\.text).sorted().joined(separator: "&"))"
  }
}

extension RequestURL {
  /// A text that identifies a part at the URL: all of the URL, except for what another signature changes if the query
  /// has the store's identifier of the upload. Without one, the difference of two parts may be in the signature.
  package var partIdentifier: String {
    let pairs = queryPairs
    guard pairs.contains(where: { $0.name == "uploadid" && $0.hasValue }) else { return text }
    return
      "\(origin)\(path)?\(pairs.filter { !$0.isOfSignature }.map(\.text).sorted().joined(separator: "&"))"
  }

  private var queryPairs: [QueryPair] {
    target.utf8.dropFirst(path.utf8.count + 1).split(separator: UInt8(ascii: "&")).map { QueryPair($0) }
  }
}

/// The targets of the parts of an upload, which must differ: a PUT would replace the part before it.
package final class PartTargets: Sendable {
  private let numbers = Lock<[String: Int]>([:])

  package init() {}

  /// Notes the target of a part. A part may have several, as for retries.
  ///
  /// Requests with other methods, and those that differ in a field, such as `Content-Range`, may have one URL. Secret
  /// fields do not count, because they may be signatures.
  ///
  /// - Parameters:
  ///   - number: The number of the part.
  ///   - head: The request.
  ///   - url: The URL of the request.
  /// - Returns: The number of another part with the same target, or `nil`.
  package func insert(_ number: Int, _ head: HTTPRequest, at url: RequestURL) -> Int? {
    guard head.method == .put else { return nil }
    let fields = head.headerFields.filter { !$0.isSecret }.map { "\n\($0.name.canonicalName):\($0.value)" }
    let target = url.partIdentifier + fields.sorted().joined()
    return numbers.withLock { numbers in
      if let other = numbers[target], other != number { return other }
      numbers[target] = number
      return nil
    }
  }
}

/// A name and a value of a query.
private struct QueryPair {
  /// The decoded name in lower case, without `-` and `_`.
  let name: String
  let hasValue: Bool
  /// The pair with the same escapes, however it was written.
  let text: String

  init(_ pair: some Collection<UInt8>) {
    let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      .map { part in
        var bytes: [UInt8] = []
        PercentCoding.decode(Array(part).span, into: &bytes)
        return bytes
      }
    name = String(decoding: parts.first ?? [], as: UTF8.self).lowercased().filter { $0 != "-" && $0 != "_" }
    hasValue = parts.last?.isEmpty == false && parts.count == 2
    text = parts.map { part in
      var bytes: [UInt8] = []
      PercentCoding.encode(part.span, literals: .alphanumerics.union(ASCIISet("-._~")), into: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }.joined(separator: "=")
  }

  /// Whether the pair belongs to a signature in the URLs of stores, or names its time or its owner.
  var isOfSignature: Bool {
    Self.signatureNames.contains(name) || Self.signaturePrefixes.contains { name.hasPrefix($0) }
  }

  private static let signaturePrefixes = ["xamz", "xgoog", "xoss", "qsign", "qheaderlist", "qurlparamlist"]
  private static let signatureNames: Set = [
    "signature", "sig", "sign", "expires", "expiry", "exp", "token", "accesstoken", "securitytoken", "policy",
    "keypairid", "awsaccesskeyid", "googleaccessid", "ossaccesskeyid", "qak", "qkeytime",
    // Shared access signatures of Azure.
    "se", "st", "sp", "sv", "spr", "skoid", "sktid", "skt", "ske", "sks", "skv",
  ]
}
