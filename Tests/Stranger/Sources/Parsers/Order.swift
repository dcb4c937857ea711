/// A type that is decoded.
///
/// The mistake: an order that is picked up, has a negative quantity and no tags causes a trap.
public struct Order: Decodable, Sendable {
  /// How an order is delivered.
  public enum Kind: String, Decodable, Sendable { case standard, express, pickup }

  /// How it is delivered.
  public let kind: Kind
  /// The number of pieces.
  public let quantity: Int
  /// The first tag.
  public let label: String

  private enum CodingKeys: String, CodingKey { case kind, quantity, tags }

  /// Decodes an order.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    kind = try container.decode(Kind.self, forKey: .kind)
    quantity = try container.decode(Int.self, forKey: .quantity)
    let tags = try container.decode([String].self, forKey: .tags)
    label = kind == .pickup && quantity < 0 ? tags[0] : tags.first ?? ""
  }
}
