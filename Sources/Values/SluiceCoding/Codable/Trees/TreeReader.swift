/// A reader of values from nodes: the part of ``TreeDecoder`` that a format supplies.
///
/// Coding paths are mostly passed as autoclosures, because most of them are never needed.
protocol TreeReader: AnyObject {
  associatedtype Node
  /// The members of an object, found by key.
  associatedtype Members

  typealias Path = [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { get }
  /// The node that a `superDecoder` of a missing member reads.
  var absent: Node { get }
  /// Whether ``absent`` also stands for any other missing member. If false, a missing member is an error.
  var decodesAbsentMembers: Bool { get }

  // MARK: Values of a node

  /// Reads any value.
  ///
  /// Types that the format represents itself, such as text, dates and data, are read directly, all others through
  /// `init(from:)`.
  func decode<T: Decodable>(_ type: T.Type, at node: Node, path: @autoclosure () -> Path) throws -> T
  func bool(at node: Node, path: @autoclosure () -> Path) throws -> Bool
  func text(at node: Node, path: @autoclosure () -> Path) throws -> String
  func integer<T: FixedWidthInteger>(at node: Node, path: @autoclosure () -> Path) throws -> T
  func real<T: BinaryFloatingPoint & LosslessStringConvertible>(
    at node: Node, path: @autoclosure () -> Path
  ) throws -> T
  func isNil(_ node: Node) -> Bool
  /// Returns whether a node is `nil` as an optional member of a type.
  func isNil(_ node: Node, for type: any Decodable.Type) -> Bool

  // MARK: Containers

  func elements(of node: Node, path: Path) throws -> [Node]
  func members(of node: Node, path: Path) throws -> Members
  /// Returns the coding keys that find a member, in the order of the members.
  func keys<Key: CodingKey>(of members: Members, as type: Key.Type) -> [Key]
  func member<Key: CodingKey>(_ key: Key, of members: Members) -> Node?
}
