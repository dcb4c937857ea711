import HTTPTypes
import SluiceBody
import SluiceCoding
import SluiceFuzz
import SluiceSerialization
import SluiceSession
internal import SluiceTransport

extension FuzzTarget {
  /// References that are resolved against a base, and requests that are redirected to them.
  ///
  /// Byte 0 is the status, byte 1 the method, byte 2 whether https may become http. The base follows, with its length
  /// before it, and the rest is the reference.
  static let redirect = FuzzTarget("redirect", optionByteCount: 3, maximumByteCount: 4096) { input in
    let status = input.choice(of: [301, 302, 303, 307, 308, 200, 304])
    let method = input.choice(of: [HTTPRequest.Method.post, .get, .head, .put])
    let allowsDowngrade = input.bool()
    let base = String(decoding: input.string(), as: UTF8.self)
    let reference = String(decoding: input.rest(), as: UTF8.self)

    try checkResolution(of: reference, against: base)
    try checkURL(reference)
    if let encoded = Punycode.encoded(reference) {
      try require(encoded.utf8.allSatisfy { $0 < 0x80 }, "not ASCII: \(encoded)")
      try require(
        ReferencePunycode.decoded(encoded)?.utf8.elementsEqual(reference.utf8) == true, "decoded: \(encoded)")
    }
    guard let url = try checkURL(base) else { return }
    var configuration = Session.Configuration()
    configuration.redirects.allowsDowngrade = allowsDowngrade
    let head = HTTPRequest(method: method, scheme: nil, authority: nil, path: nil, headerFields: fields)
    let request = PreparedRequest(
      SessionRequest(head, body: .text("body")), to: url,
      settings: TransferSettings(configuration, defaultFields: [:]))
    // A search hardly ever makes two URLs of one host, so another port of it is tried, too.
    for location in [reference, otherPort(of: url.origin)] {
      try checkRedirect(of: request, to: location, by: status, allowsDowngrade)
    }
  }

  private static func otherPort(of origin: RequestURL.Origin) -> String {
    "\(origin.scheme)://\(origin.host):\(origin.port == "1" ? 2 : 1)/"
  }

  private static func checkRedirect(
    of request: PreparedRequest, to location: String, by status: Int, _ allowsDowngrade: Bool
  ) throws {
    var response = HTTPResponse(status: .init(code: status))
    response.headerFields[.location] = location
    do {
      let next = try request.redirected(by: response)
      // A value of blanks is an empty one.
      let isEmpty = response.headerFields[.location] == ""
      try require((next == nil) == (isEmpty || [200, 304].contains(status)), "whether \(status) redirects")
      if let next { try check(next, from: request, by: status, allowsDowngrade) }
    } catch let error as SessionError {
      try requireEqual(error.code, .redirectRefused, "\(error)")
    }
  }

  private static let fields: HTTPFields = [
    .authorization: "Bearer t", .cookie: "a=b", .contentType: "a/b", .accept: "*/*",
  ]

  /// Checks what a request keeps when it is redirected
  /// ([RFC 9110 §15.4](https://www.rfc-editor.org/rfc/rfc9110#section-15.4)), and that no secret goes to another
  /// origin.
  private static func check(
    _ next: PreparedRequest, from request: PreparedRequest, by status: Int, _ allowsDowngrade: Bool
  ) throws {
    let isSameOrigin = next.message.url.origin == request.message.url.origin
    if request.message.url.origin.scheme == "https" {
      try require(next.message.url.origin.scheme == "https" || allowsDowngrade, "from https to http")
    }
    let becomesGet =
      status == 303 ? request.message.method != .head : status < 303 && request.message.method == .post
    try requireEqual(
      next.message.method, becomesGet ? .get : request.message.method, "the method after \(status)")
    try require((next.message.body == nil) == becomesGet, "the body after \(status)")
    var wanted: Set<String> = ["accept"]
    if isSameOrigin { wanted.formUnion(["authorization", "cookie"]) }
    if !becomesGet { wanted.insert("content-type") }
    try requireEqual(Set(next.message.fields.map(\.name.canonicalName)), wanted, "fields")
  }

  // MARK: URLs

  /// Parses a URL, and checks that its normal form is parsed to the same URL, also by libcurl.
  ///
  /// - Returns: The URL, or `nil` if the text is not one.
  /// - Throws: `BrokenProperty` if the normal form differs, or if it has characters that must be escaped.
  @discardableResult
  private static func checkURL(_ text: String) throws -> RequestURL? {
    let url: RequestURL
    do {
      url = try RequestURL(text)
    } catch {
      try requireEqual(error.code, .invalidURL, "\(error)")
      return nil
    }
    try require(["http", "https"].contains(url.origin.scheme), "scheme \(url.origin.scheme)")
    try require(url.target.utf8.first == UInt8(ascii: "/"), "target \(url.target)")
    try require(url.target.utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != 0x23 }, "unescaped: \(url.text)")
    try require(url.authority.utf8.allSatisfy { 0x21...0x7E ~= $0 }, "not ASCII: \(url.text)")
    try requireEqual(parts(try RequestURL(url.text)), parts(url), "parsed again")
    try CurlURL.check(url)
    return url
  }

  private static func parts(_ url: RequestURL) -> [[UInt8]] {
    [url.origin.scheme, url.origin.host, url.origin.port, url.authority, url.target].map { Array($0.utf8) }
  }

  // MARK: Resolution

  private static func checkResolution(of reference: String, against base: String) throws {
    let (relative, base) = (URIReference(reference), URIReference(base))
    try require(relative.description.utf8.elementsEqual(reference.utf8), "reassembled: \(relative)")
    let resolved = relative.resolved(against: base)
    let text = resolved.description
    if resolved.scheme != nil {
      try require(URIReference(text).description.utf8.elementsEqual(text.utf8), "parsed again: \(text)")
    }
    try require(
      same(resolved.scheme, relative.scheme ?? base.scheme) && same(resolved.fragment, relative.fragment),
      "scheme or fragment of \(text)")
    let isAbsolute = relative.scheme != nil || relative.authority != nil
    try require(
      same(resolved.authority, isAbsolute ? relative.authority : base.authority), "authority of \(text)")
    let isOfBase = !isAbsolute && relative.path.utf8.isEmpty
    try require(
      same(resolved.query, isOfBase ? relative.query ?? base.query : relative.query), "query of \(text)")
    if isOfBase { return try require(same(resolved.path, base.path), "path of \(text)") }

    var path = Array(relative.path.utf8)
    if !isAbsolute, path.first != UInt8(ascii: "/") {
      let folder = base.path.utf8.lastIndex(of: UInt8(ascii: "/")).map { Array(base.path.utf8[...$0]) } ?? []
      path = (base.authority != nil && folder.isEmpty ? [UInt8(ascii: "/")] : folder) + path
    }
    // If a path does not begin with a slash, the rules may put a slash before a segment, so the results may differ.
    guard path.first == UInt8(ascii: "/") else { return }
    let wanted = ReferenceResolver.withoutDotSegments(path)
    try require(resolved.path.utf8.elementsEqual(wanted), "path of \(text)")
  }

  private static func same(_ a: String?, _ b: String?) -> Bool {
    (a == nil) == (b == nil) && (a ?? "").utf8.elementsEqual((b ?? "").utf8)
  }
}

/// A reference for removing dot segments, as [RFC 3986 §5.2.4](https://www.rfc-editor.org/rfc/rfc3986#section-5.2.4)
/// describes it, with two buffers and five rules.
private enum ReferenceResolver {
  static func withoutDotSegments(_ path: some Sequence<UInt8>) -> [UInt8] {
    var input = Array(path)[...]
    var output: [UInt8] = []
    while !input.isEmpty {
      if input.starts(with: "../".utf8) {
        input = input.dropFirst(3)
      } else if input.starts(with: "./".utf8) || input.starts(with: "/./".utf8) {
        input = input.dropFirst(2)
      } else if input.elementsEqual("/.".utf8) {
        input = [slash]
      } else if input.starts(with: "/../".utf8) || input.elementsEqual("/..".utf8) {
        input = input.count == 3 ? [slash] : input.dropFirst(3)
        output = Array(output[..<(output.lastIndex(of: slash) ?? 0)])
      } else if input.elementsEqual(".".utf8) || input.elementsEqual("..".utf8) {
        input = []
      } else {
        let end = input.dropFirst().firstIndex(of: slash) ?? input.endIndex
        output += input[..<end]
        input = input[end...]
      }
    }
    return output
  }

  private static let slash = UInt8(ascii: "/")
}

/// A reference for decoding Punycode, as [RFC 3492 §6.2](https://www.rfc-editor.org/rfc/rfc3492#section-6.2) describes
/// it, with any number of characters.
private enum ReferencePunycode {
  /// Returns the decoded text, or `nil` if it is malformed.
  static func decoded(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    let hyphen = bytes.lastIndex(of: UInt8(ascii: "-"))
    var output = bytes[..<(hyphen ?? 0)].map { Int($0) }
    var position = hyphen.map { $0 + 1 } ?? 0
    var (current, index, bias) = (128, 0, 72)
    while position < bytes.count {
      let earlier = index
      var (weight, base) = (1, 36)
      while true {
        guard position < bytes.count, let digit = digit(bytes[position]) else { return nil }
        position += 1
        let (product, overflows) = digit.multipliedReportingOverflow(by: weight)
        let (sum, overflowsAgain) = index.addingReportingOverflow(product)
        if overflows || overflowsAgain { return nil }
        index = sum
        let threshold = base <= bias ? 1 : base >= bias + 26 ? 26 : base - bias
        if digit < threshold { break }
        let (next, isTooLarge) = weight.multipliedReportingOverflow(by: 36 - threshold)
        if isTooLarge { return nil }
        weight = next
        base += 36
      }
      let count = output.count + 1
      var delta = earlier == 0 ? (index - earlier) / 700 : (index - earlier) / 2
      delta += delta / count
      bias = 0
      while delta > 455 {
        delta /= 35
        bias += 36
      }
      bias += 36 * delta / (delta + 38)
      current += index / count
      index %= count
      guard current <= 0x10FFFF else { return nil }
      output.insert(current, at: index)
      index += 1
    }
    let scalars = output.compactMap { UInt32(exactly: $0).flatMap(Unicode.Scalar.init) }
    return scalars.count == output.count ? String(String.UnicodeScalarView(scalars)) : nil
  }

  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a"))
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0")) + 26
    default: nil
    }
  }
}
