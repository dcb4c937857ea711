/// What a search has done and found.
struct SearchResult {
  /// The number of inputs that were run.
  var runCount = 0
  /// The number of inputs that reach code which others do not.
  var inputCount = 0
  /// The number of branches that were reached.
  var edgeCount = 0
  /// The number of inputs that failed in a known way.
  var knownCount = 0
  /// The number of inputs that take too long only with the sanitizer.
  var slowCount = 0
  /// The descriptions of the failures, one for each way in which inputs fail, and of known failures that do not fail.
  var failures: [String] = []

  /// The error of a search that ran no input, which says nothing about the target, or `nil` if one was run.
  var error: String? { runCount == 0 && failures.isEmpty ? "not tried: no time was left" : nil }

  /// Whether inputs were run and none failed.
  var isSuccess: Bool { failures.isEmpty && error == nil }
}

/// The state of a search, from a line of libFuzzer.
struct Progress: CustomStringConvertible {
  let description: String
  /// The number of inputs that were run.
  let runCount: Int
  /// The number of inputs that reach code which others do not.
  let inputCount: Int
  /// The number of branches that were reached.
  let edgeCount: Int

  /// Reads a line such as `#32768 pulse cov: 167 ft: 256 corp: 33/3632b lim: 4096 exec/s: 8192 rss: 205Mb`.
  ///
  /// The result is `nil` for lines that state no progress, and for those that report each new input.
  init?(_ line: String) {
    let words = line.split { $0 == " " || $0 == "\t" }
    guard words.count > 2, words[0].hasPrefix("#") else { return nil }
    let isForked = words[1] == "cov:"
    guard isForked || ["INITED", "pulse", "RELOAD", "DONE"].contains(words[1]) else { return nil }
    func value(of name: String) -> Substring {
      words.firstIndex(of: Substring(name)).flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil } ?? "-"
    }
    let count = words[0].dropFirst().prefix { $0.isNumber }
    let inputs = value(of: "corp:").prefix { $0 != "/" }
    let rate = value(of: "exec/s:").prefix { $0 != "(" }
    runCount = Int(count) ?? 0
    inputCount = Int(inputs) ?? 0
    edgeCount = Int(value(of: "cov:")) ?? 0
    description =
      "\(count) runs, \(inputs) inputs, \(value(of: "cov:")) edges, \(rate) runs/s"
      + (words[1] == "RELOAD" ? ", with inputs that another process found" : "")
  }
}
