internal import SluiceSupport

/// The members of a dictionary, found by key.
struct PropertyListMembers {
  let members: [PropertyList.Value.Member]
  /// The positions by key, or `nil` if there are so few members that a linear search is faster.
  private let places: [ExactString: Int]?

  init(_ members: [PropertyList.Value.Member]) {
    self.members = members
    places =
      members.count > 8
      ? Dictionary(
        members.indices.map { (ExactString(members[$0].key), $0) }, uniquingKeysWith: { $1 }) : nil
  }

  subscript(key: String) -> PropertyList.Value? {
    let key = ExactString(key)
    if let places { return places[key].map { members[$0].value } }
    return members.last { ExactString($0.key) == key }?.value
  }
}
