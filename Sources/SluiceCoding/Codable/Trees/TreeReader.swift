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
  func contains<Key: CodingKey>(_ key: Key, in members: Members) -> Bool
  /// - Throws: where there is none, unless such a node can be read too.
  func member<Key: CodingKey>(_ key: Key, of members: Members, path: @autoclosure () -> Path) throws -> Node
}
