internal import Sluice
internal import SluiceFuzz

/// What a server has done with the forms of the corpus.
struct SendReport {
  let forms: [SentForm]
  let memory: ServerMemory?
  /// The valid form that was sent last.
  let health: SentForm
  /// The last form before that which has reached the server.
  let last: SentForm?
  let seconds: Double

  /// Whether the server still works.
  var isHealthy: Bool {
    guard case .status(let status) = health.response else { return false }
    return status < 400
  }

  /// The number of forms that were not treated as required.
  var deviatingCount: Int { forms.count { $0.deviation != nil } }

  /// Whether the server has done everything as required.
  var isGood: Bool { deviatingCount == 0 && isHealthy && (memory.map { $0.after != nil } ?? true) }

  /// The table for a terminal.
  var table: String {
    var counts: [String: Int] = [:]
    for form in forms { counts[form.response.name, default: 0] += 1 }
    let statuses = ["1xx", "2xx", "3xx", "4xx", "5xx"]
    let others: [SentForm.Response] = [.reset, .closed, .hung, .unreachable, .broken]
    let names = statuses.filter { counts[$0] != nil } + others.map(\.name)
    var text = TextTable(rows: names.map { ["\(counts[$0] ?? 0)", $0] }, numberColumns: [0]).text
    for deviation in SentForm.Deviation.allCases {
      let forms = forms.filter { $0.deviation == deviation }
      if forms.isEmpty { continue }
      let rows = forms.map { [$0.entry.name, $0.entry.rule ?? "", $0.detail] }
      text += "\n\(deviation.rawValue)\n" + TextTable(rows: rows, indentation: "  ").text
    }
    text += "\n"
    if let memory { text += memory.line + "\n" }
    return text + TextTable(rows: [[healthLine], [summary]]).text
  }

  private var healthLine: String {
    if isHealthy { return "the server works: \(health.detail) for the valid form \(health.entry.name)" }
    let suspect = last.map { "; the last form that reached it was \($0.entry.name)" } ?? ""
    return "the server does not work: \(health.detail) for the valid form \(health.entry.name)\(suspect)"
  }

  private var summary: String {
    "multipart: \(forms.count) forms in \(QuantityText.decimal(seconds, places: 1)) s, "
      + (deviatingCount == 0 ? "all as expected" : "\(deviatingCount) deviating")
  }
}
