import SluiceFuzz
import SluiceMultipart

/// The options for reading a multipart body, from four bytes of an input: leniencies, boundary, kind of limit, and
/// limit.
struct MultipartOptions {
  let leniencies: MultipartLeniencies
  let boundary: MultipartForm.Boundary
  let limits: MultipartLimits

  init(from input: inout FuzzInput) throws {
    leniencies = input.choice(of: [.strict, .lenient, .lineFeeds, .foldedHeaders])
    boundary = try MultipartForm.Boundary(parsing: input.choice(of: Self.boundaries))
    let limit = input.byte()
    let value = Int(input.byte())
    var limits = MultipartLimits()
    switch limit % 8 {
    case 1: limits.maximumPartCount = value
    case 2: limits.maximumHeaderCount = value
    case 3: limits.maximumHeaderLineByteCount = value
    case 4: limits.maximumHeaderByteCount = value
    case 5: limits.maximumPartByteCount = Int64(value)
    case 6: limits.maximumByteCount = Int64(value) * 4
    case 7: limits.maximumPreambleByteCount = Int64(value)
    default: break
    }
    self.limits = limits
  }

  /// The boundaries that can be chosen. A repeated letter makes text that nearly matches the boundary likely.
  private static let boundaries = [
    "B", "AAAAAAAA", "--", "a b", "'()+_,-./:=?", String(repeating: "x", count: 70),
  ]
}
