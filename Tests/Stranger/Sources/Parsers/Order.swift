/// A type that is decoded.
///
/// The mistake: an order that is picked up, has a negative quantity and no tags causes a trap.
public struct Order: Decodable, Sendable {
  public enum Kind: String, Decodable, Sendable { case standard, express, pickup }

  public let kind: Kind
  public let quantity: Int
  public let label: String

  private enum CodingKeys: String, CodingKey { case kind, quantity, tags }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    kind = try container.decode(Kind.self, forKey: .kind)
    quantity = try container.decode(Int.self, forKey: .quantity)
    let tags = try container.decode([String].self, forKey: .tags)
    label = kind == .pickup && quantity < 0 ? tags[0] : tags.first ?? ""
  }
}
