internal import Sluice
internal import SluiceFuzz

extension Corpus {
  /// Returns the inputs of a format: those that have names, and those that fuzzing found, as `found-HASH`.
  static func inputs(_ format: Format) -> [Entry] {
    entries(format)
      + found(format).map { entry in
        Entry(
          name: "found-\(entry.name)", format: format, verdict: entry.verdict, bytes: entry.bytes,
          contentType: entry.contentType, shows: entry.shows, rule: entry.rule, result: entry.result)
      }
  }
}

extension Corpus.Entry {
  /// The line of the manifest about the input.
  var manifest: JSON.Value {
    let members: [(String, JSON.Value?)] = [
      ("file", .text("\(format.rawValue)/\(name)")), ("verdict", .text(verdict.rawValue)),
      ("byteCount", .number(bytes.count)), ("shows", shows.map { .text($0) }),
      ("rule", rule.map { .text($0) }),
      ("contentType", contentType.map { .text($0) }), ("result", result),
    ]
    return JSON.Value(.object(members.compactMap { key, value in value.map { JSON.Value.Member(key, $0) } }))
  }
}

extension [Corpus.Entry] {
  /// Returns the inputs whose names match one of the patterns, or all of them if there is none.
  func matching(_ patterns: [String], of format: Corpus.Format) throws(Failure) -> [Corpus.Entry] {
    let matching =
      patterns.isEmpty ? self : filter { entry in patterns.contains { isMatch(entry.name, pattern: $0) } }
    if matching.isEmpty {
      let reason =
        patterns.isEmpty ? "has no inputs" : "has no input that matches \(patterns.joined(separator: ", "))"
      throw Failure(.usage, "no-inputs", "\(format.rawValue) \(reason)")
    }
    return matching
  }
}
