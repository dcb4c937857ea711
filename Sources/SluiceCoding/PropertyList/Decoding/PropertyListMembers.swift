/// The members of a dictionary, found by their keys.
struct PropertyListMembers {
  let members: [PropertyList.Value.Member]
  /// Positions by key, where there are enough members for a table to pay.
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
