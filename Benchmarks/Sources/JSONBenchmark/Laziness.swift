import SluiceCoding

/// What it takes to read three members of a large document, beside what it takes to check it.
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
        else { fatalError("the document is not as it was written") }
      }
      best.read = min(best.read, read)
    }
    print(
      "JSON.Value of \(bytes.count / 1000) KB: checked in \(best.check), three members read in \(best.read)")
  }
}
