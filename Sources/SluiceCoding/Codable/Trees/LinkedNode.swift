/// A node of a tree that lives in one array, its nodes linked by position: however deep it is, nothing recurses to walk or to
/// free it. The positions are 0 where there is none: the root, which is first, is nobody's child.
protocol LinkedNode {
  var firstChild: Int { get set }
  var lastChild: Int { get set }
  var nextSibling: Int { get set }
  var childCount: Int { get set }
}

extension Array where Element: LinkedNode {
  /// - Returns: where it is.
  @inline(__always)
  mutating func append(_ node: Element, asChildOf parent: Int) -> Int {
    let child = count
    let last = self[parent].lastChild
    append(node)
    if last == 0 {
      self[parent].firstChild = child
    } else {
      self[last].nextSibling = child
    }
    self[parent].lastChild = child
    self[parent].childCount += 1
    return child
  }

  /// The children of a node, in order.
  func children(of node: Int) -> [Int] {
    var children: [Int] = []
    children.reserveCapacity(self[node].childCount)
    var child = self[node].firstChild
    while child != 0 {
      children.append(child)
      child = self[child].nextSibling
    }
    return children
  }
}
