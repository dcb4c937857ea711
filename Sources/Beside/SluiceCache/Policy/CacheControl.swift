internal import SluiceCoding

/// The directives of `Cache-Control` fields (RFC 9111 §5.2), of requests and of responses.
///
/// ```swift
/// let control = CacheControl(["max-age=60, stale-if-error=600", "no-cache=\"X-Secret\""])
/// control.maximumAge        // 60
/// control.noCacheFields     // ["x-secret"]
/// ```
///
/// Unknown directives are ignored. A directive with a malformed number counts as 0 if it makes a response usable for
/// longer, and of several numbers, the least restrictive one is not chosen.
///
/// - Complexity: O(*n*) for *n* bytes.
package struct CacheControl: Sendable, Equatable {
  /// The largest number of seconds, about 68 years (RFC 9111 §1.2.2).
  static let maximumSeconds: Int64 = 1 << 31

  package private(set) var isNoStore = false
  /// Whether there is a `no-cache` without names of fields.
  package private(set) var isNoCache = false
  /// The names of fields in `no-cache`, in lower case.
  package private(set) var noCacheFields: [String] = []
  /// Whether there is a `must-revalidate`.
  package private(set) var mustRevalidate = false
  package private(set) var mustUnderstand = false
  package private(set) var isPublic = false
  package private(set) var isPrivate = false
  package private(set) var isImmutable = false
  package private(set) var isOnlyIfCached = false
  /// Whether there is an `s-maxage`, whose number is for shared caches only.
  package private(set) var hasSharedMaximumAge = false
  /// The number of seconds in `max-age`, or `nil` if there is none.
  package private(set) var maximumAge: Int64?
  /// The number of seconds in `max-stale`, or `nil` if there is none. Without a number, it is ``maximumSeconds``.
  package private(set) var maximumStaleness: Int64?
  /// The number of seconds in `min-fresh`, or `nil` if there is none.
  package private(set) var minimumFreshness: Int64?
  /// The number of seconds in `stale-while-revalidate` (RFC 5861 §3), or `nil` if there is none.
  package private(set) var staleWhileRevalidate: Int64?
  /// The number of seconds in `stale-if-error` (RFC 5861 §4), or `nil` if there is none.
  package private(set) var staleIfError: Int64?

  /// Parses the values of all `Cache-Control` fields of a message.
  package init(_ values: some Sequence<String>) {
    for value in values {
      var parser = DirectiveParser(value)
      while let directive = parser.next() { take(directive) }
    }
  }

  private mutating func take(_ directive: DirectiveParser.Directive) {
    switch directive.name {
    case "no-store": isNoStore = true
    case "no-cache":
      let names = directive.argument.map { Self.names(in: $0) } ?? []
      if names.isEmpty || !directive.isWellFormed { isNoCache = true } else { noCacheFields += names }
    case "must-revalidate": mustRevalidate = true
    case "must-understand": mustUnderstand = true
    case "public": isPublic = true
    case "private": isPrivate = true
    case "immutable": isImmutable = true
    case "only-if-cached": isOnlyIfCached = true
    case "s-maxage": hasSharedMaximumAge = true
    case "max-age": maximumAge = min(maximumAge ?? .max, directive.seconds ?? 0)
    case "max-stale":
      let seconds =
        directive.argument == nil && directive.isWellFormed ? Self.maximumSeconds : directive.seconds
      maximumStaleness = min(maximumStaleness ?? .max, seconds ?? 0)
    case "min-fresh":
      minimumFreshness = max(minimumFreshness ?? 0, directive.seconds ?? Self.maximumSeconds)
    case "stale-while-revalidate":
      staleWhileRevalidate = min(staleWhileRevalidate ?? .max, directive.seconds ?? 0)
    case "stale-if-error": staleIfError = min(staleIfError ?? .max, directive.seconds ?? 0)
    default: break
    }
  }

  private static func names(in argument: String) -> [String] {
    argument.utf8.split { " \t,".utf8.contains($0) }.compactMap {
      $0.isHTTPToken ? String(Substring($0)).lowercased() : nil
    }
  }
}

/// A parser of a list of directives: `name`, `name=token` or `name="text"`, separated by commas.
private struct DirectiveParser {
  struct Directive {
    /// The name, in lower case.
    let name: String
    /// The argument without quotes, or `nil` if there is none.
    let argument: String?
    /// Whether nothing else precedes the next comma.
    let isWellFormed: Bool

    /// The argument as a number of seconds, or `nil` if it is anything else.
    var seconds: Int64? {
      guard isWellFormed, let argument, !argument.isEmpty,
        argument.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
      else { return nil }
      return min(Int64(argument) ?? .max, CacheControl.maximumSeconds)
    }
  }

  private var scanner: HeaderScanner<ArraySlice<UInt8>>

  init(_ value: String) { scanner = HeaderScanner(Array(value.utf8)[...]) }

  /// Returns the next directive, or `nil` after the last one.
  mutating func next() -> Directive? {
    let comma = UInt8(ascii: ",")
    scanner.skip { " \t,".utf8.contains($0) }
    guard scanner.next != nil else { return nil }
    let name = scanner.collect(while: \.isHTTPToken)
    var argument: [UInt8]?
    var isWellFormed = !name.isEmpty
    if scanner.skip(UInt8(ascii: "=")) {
      if let quoted = scanner.collectQuotedString() {
        argument = quoted.content
        isWellFormed = isWellFormed && quoted.isClosed
      } else {
        argument = Array(scanner.collect(while: \.isHTTPToken))
      }
    }
    if !scanner.collect(upTo: comma).allSatisfy({ " \t".utf8.contains($0) }) { isWellFormed = false }
    return Directive(
      name: String(decoding: name, as: UTF8.self).lowercased(),
      argument: argument.map { String(decoding: $0, as: UTF8.self) }, isWellFormed: isWellFormed)
  }
}
