package import HTTPTypes
internal import SluiceCoding

extension HTTPFields {
  /// Returns the URI references of the fields with a name, such as `Location`, in order. The bytes of one that is not
  /// UTF-8 are percent-encoded.
  package func references(_ name: HTTPField.Name) -> [String] {
    self[fields: name].map { URIReference.text(of: $0.bytes) }
  }
}
