import HTTPTypes
import SluiceCache
import SluiceFuzz

extension FuzzTarget {
  /// A response and two requests. The response to one request must not be used for the other unless the fields that
  /// `Vary` names are the same (RFC 9111 §4.1).
  ///
  /// The fields of the response, those of the first request and those of the second one are lines `name: value`, with
  /// an empty line after the first two.
  static let cacheVary = FuzzTarget("cache-vary", maximumByteCount: 1024) { input in
    let groups = CacheText.lines(input.rest()).split(
      separator: "", maxSplits: 2, omittingEmptySubsequences: false
    ).map { CacheText.fields($0) }
    guard groups.count == 3 else { return }
    let (response, first, second) = (groups[0], groups[1], groups[2])
    let control = CacheControl(response[values: .cacheControl])
    let vary = response.filter { $0.name == .vary }.map { Array($0.value.utf8) }
    let expected = ReferenceVary.names(vary)
    guard let selecting = SelectingFields(of: response, control) else {
      return try require(expected.map { $0.count > 32 } ?? true, "\(vary) is refused")
    }
    guard var names = expected else { throw BrokenProperty("\(vary) is accepted") }
    if !control.isPublic, !control.hasSharedMaximumAge, !control.mustRevalidate {
      names.insert("authorization")
    }
    try requireEqual(selecting.names, names.sorted(), "names")
    let isSame = names.allSatisfy {
      ReferenceVary.value(of: $0, in: first) == ReferenceVary.value(of: $0, in: second)
    }
    let (digest, other) = (selecting.digest(of: first), selecting.digest(of: second))
    try require((digest == other) == isSame, "\(isSame ? "the same" : "different") in \(names.sorted())")
    try requireEqual(selecting.digest(of: first), digest, "a second digest")
  }
}
