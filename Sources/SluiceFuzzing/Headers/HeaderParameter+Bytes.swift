import SluiceCoding

extension [HeaderParameter] {
  /// Names and values in turn. Strings that are equal may differ in their bytes, and take long to compare.
  var bytes: [[UInt8]] { flatMap { [[UInt8]($0.name.utf8), [UInt8]($0.value.utf8)] } }
}
