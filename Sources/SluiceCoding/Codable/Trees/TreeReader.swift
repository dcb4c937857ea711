/// What values are read from, node by node: a format's own part of ``TreeDecoder``. Paths are made only where they are
/// needed.
protocol TreeReader: AnyObject {
  associatedtype Node
  /// What an object has by key.
  associatedtype Members

  typealias Path = [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { get }
  /// What is read in place of a `super` that is not there.
  var absent: Node { get }
  /// Whether it is read in place of any other member too, rather than that being an error.
  var decodesAbsentMembers: Bool { get }

  // MARK: Values of a node

  /// Reads any value: texts, dates, data and what else the format knows as they are, all others through
  /// `init(from:)`.
  func decode<T: Decodable>(_ type: T.Type, at node: Node, path: @autoclosure () -> Path) throws -> T
  func bool(at node: Node, path: @autoclosure () -> Path) throws -> Bool
  func text(at node: Node, path: @autoclosure () -> Path) throws -> String
  func integer<T: FixedWidthInteger>(at node: Node, path: @autoclosure () -> Path) throws -> T
  func real<T: BinaryFloatingPoint & LosslessStringConvertible>(
    at node: Node, path: @autoclosure () -> Path
  ) throws -> T
  func isNil(_ node: Node) -> Bool

  // MARK: Containers

  func elements(of node: Node, path: Path) throws -> [Node]
  func members(of node: Node, path: Path) throws -> Members
  /// The coding keys that find a member, in order.
  func keys<Key: CodingKey>(of members: Members, as type: Key.Type) -> [Key]
  func member<Key: CodingKey>(_ key: Key, of members: Members) -> Node?
}
