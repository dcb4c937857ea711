import HTTPTypes
import SluiceCache
import SluiceFuzz

extension FuzzTarget {
  /// `Cache-Control` fields, each on a line, compared with a reference that reads byte by byte.
  static let cacheControl = FuzzTarget("cache-control", maximumByteCount: 1024) { input in
    let lines = CacheText.lines(input.rest())
    let control = CacheControl(lines)
    let directives = lines.flatMap { ReferenceDirective.all(in: Array($0.utf8)) }
    func has(_ name: String) -> Bool { directives.contains { $0.name == name } }
    func seconds(_ name: String) -> [Int64?] { directives.filter { $0.name == name }.map(\.seconds) }

    try requireEqual(control.isNoStore, has("no-store"), "no-store")
    try requireEqual(control.mustRevalidate, has("must-revalidate"), "must-revalidate")
    try requireEqual(control.mustUnderstand, has("must-understand"), "must-understand")
    try requireEqual(control.isPublic, has("public"), "public")
    try requireEqual(control.isPrivate, has("private"), "private")
    try requireEqual(control.isImmutable, has("immutable"), "immutable")
    try requireEqual(control.isOnlyIfCached, has("only-if-cached"), "only-if-cached")
    try requireEqual(control.hasSharedMaximumAge, has("s-maxage"), "s-maxage")
    let named = directives.filter { $0.name == "no-cache" && $0.isWellFormed }.map(\.names)
    let hasUnnamed = directives.contains { $0.name == "no-cache" && (!$0.isWellFormed || $0.names.isEmpty) }
    try requireEqual(control.isNoCache, hasUnnamed, "no-cache")
    try requireEqual(control.noCacheFields, named.flatMap(\.self), "fields of no-cache")

    // Of several numbers, and of malformed ones, the most restrictive holds.
    try requireEqual(control.maximumAge, seconds("max-age").map { $0 ?? 0 }.min(), "max-age")
    try requireEqual(control.staleIfError, seconds("stale-if-error").map { $0 ?? 0 }.min(), "stale-if-error")
    try requireEqual(
      control.staleWhileRevalidate, seconds("stale-while-revalidate").map { $0 ?? 0 }.min(),
      "stale-while-revalidate")
    try requireEqual(
      control.minimumFreshness, seconds("min-fresh").map { $0 ?? ReferenceDirective.longest }.max(),
      "min-fresh")
    let staleness = directives.filter { $0.name == "max-stale" }.map {
      $0.argument == nil && $0.isWellFormed ? ReferenceDirective.longest : $0.seconds ?? 0
    }
    try requireEqual(control.maximumStaleness, staleness.min(), "max-stale")

    // A field hides nothing in another one.
    try require(CacheControl(lines + ["no-store"]).isNoStore, "hides the field after it")
  }
}

/// A directive of a `Cache-Control` field (RFC 9111 §5.2), read byte by byte.
struct ReferenceDirective {
  /// 2³¹ seconds, which stand for any larger number (RFC 9111 §1.2.2).
  static let longest: Int64 = 2_147_483_648

  private(set) var name = ""
  private(set) var argument: String?
  private(set) var isWellFormed = true

  /// The argument as a number, or `nil` if it is anything else.
  var seconds: Int64? {
    guard isWellFormed, let argument, !argument.isEmpty else { return nil }
    var number: Int64 = 0
    for digit in argument.utf8 {
      guard (0x30...0x39).contains(digit) else { return nil }
      number = min(number * 10 + Int64(digit - 0x30), Self.longest)
    }
    return number
  }

  /// The tokens of the argument, in lower case.
  var names: [String] {
    (argument ?? "").utf8.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x2C }.filter {
      $0.allSatisfy(Self.isToken)
    }
    .map { String(decoding: $0, as: UTF8.self).lowercased() }
  }

  private enum State { case blank, name, start, token, quoted, escaped, rest }

  /// Returns the directives in the value of a field.
  static func all(in value: [UInt8]) -> [ReferenceDirective] {
    var directives: [ReferenceDirective] = []
    var (state, name, argument) = (State.blank, [UInt8](), [UInt8]?.none)
    var isWellFormed = true
    func end() -> ReferenceDirective {
      ReferenceDirective(
        name: String(decoding: name, as: UTF8.self).lowercased(),
        argument: argument.map { String(decoding: $0, as: UTF8.self) },
        isWellFormed: isWellFormed && !name.isEmpty)
    }
    for byte in value {
      let isBlank = byte == 0x20 || byte == 0x09
      switch state {
      case .blank where isBlank || byte == 0x2C: continue
      case .quoted where byte == 0x22: state = .rest
      case .quoted where byte == 0x5C: state = .escaped
      case .quoted: argument?.append(byte)
      case .escaped:
        argument?.append(byte)
        state = .quoted
      case .blank, .name, .start, .token, .rest:
        if byte == 0x2C {
          directives.append(end())
          (state, name, argument, isWellFormed) = (.blank, [], nil, true)
        } else if (state == .blank || state == .name) && isToken(byte) {
          name.append(byte)
          state = .name
        } else if (state == .blank || state == .name) && byte == 0x3D {
          argument = []
          state = .start
        } else if state == .start && byte == 0x22 {
          state = .quoted
        } else if (state == .start || state == .token) && isToken(byte) {
          argument?.append(byte)
          state = .token
        } else {
          isWellFormed = isWellFormed && isBlank
          state = .rest
        }
      }
    }
    if state == .escaped { argument?.append(0x5C) }
    if state == .quoted || state == .escaped { isWellFormed = false }
    if state != .blank { directives.append(end()) }
    return directives
  }

  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x30...0x39, 0x41...0x5A, 0x5E...0x7A, 0x7C, 0x7E: true
    default: false
    }
  }
}

/// Fields in the lines of an input.
enum CacheText {
  /// Returns the lines, with malformed UTF-8 repaired.
  static func lines(_ bytes: [UInt8]) -> [String] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the fields in lines of the form `name: value`. Other lines are left out.
  static func fields(_ lines: some Sequence<String>) -> HTTPFields {
    var fields = HTTPFields()
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let name = HTTPField.Name(String(parts[0])) else { continue }
      fields.append(HTTPField(name: name, value: String(parts[1])))
    }
    return fields
  }
}
