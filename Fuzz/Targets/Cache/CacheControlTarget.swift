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
