/// The state of a search, from a line of libFuzzer.
struct Progress: CustomStringConvertible {
  let description: String

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
    description =
      "\(count) runs, \(inputs) inputs, \(value(of: "cov:")) edges, \(rate) runs/s"
      + (words[1] == "RELOAD" ? ", with inputs that another process found" : "")
  }
}
