/// One object of a binary property list, before its references are followed.
enum PropertyListBinaryObject {
  case scalar(PropertyList.Value, byteCount: Int)
  case array(References)
  case dictionary(References)

  var isDictionary: Bool {
    if case .dictionary = self { true } else { false }
  }

  /// The references of a container to what it holds. A dictionary has twice `count`: first all keys.
  struct References {
    let count: Int
    let offset: Int
  }
}
