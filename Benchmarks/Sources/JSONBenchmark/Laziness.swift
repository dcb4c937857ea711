import BenchmarkReport
import SluiceJSON

/// Measures parsing a large document, and parsing it and then reading three of its members.
enum Laziness {
  static func measure() throws {
    let bytes = try JSON.Encoder().encode(["accounts": Documents.accounts(20_000)])
    var best = (check: Duration.seconds(1000), read: Duration.seconds(1000))
    for _ in 0..<5 {
      best.check = min(best.check, try ContinuousClock().measure { _ = try JSON.Value(parsing: bytes) })
      let read = try ContinuousClock().measure {
        let account = try JSON.Value(parsing: bytes)["accounts"]?[19_999]
        guard account?["id"]?.int == 119_999, account?["isActive"]?.bool != nil,
          account?["address"]?["country"]?.string == "DE"
        else { fatalError("the document differs from what was encoded") }
      }
      best.read = min(best.read, read)
    }
    Report.add(
      "JSON", "a JSON.Value of \(bytes.count / 1000) KB, parsed and three members read",
      best.read / .milliseconds(1), "ms")
    print(
      "JSON.Value of \(bytes.count / 1000) KB: parsed in \(best.check), parsed and read in \(best.read)")
  }
}
