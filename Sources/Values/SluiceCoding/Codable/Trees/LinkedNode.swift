/// A node of a tree that is stored in a single array, with links between nodes by position.
///
/// Neither a walk through the tree nor freeing it recurses, however deep it is. A link of 0 means that there is no
/// such node: position 0 is the root, which is never a child.
protocol LinkedNode {
  var firstChild: Int { get set }
  var lastChild: Int { get set }
  var nextSibling: Int { get set }
  var childCount: Int { get set }
}

extension Array where Element: LinkedNode {
  /// Appends a node as the last child of `parent`.
  ///
  /// - Returns: The position of the new node.
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

  /// Returns the positions of a node's children, in order.
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
