import SluiceCoding

extension [HeaderParameter] {
  /// The bytes of names and values, in alternation.
  ///
  /// Equal strings may differ in their bytes, and comparing strings is slow.
  var bytes: [[UInt8]] { flatMap { [[UInt8]($0.name.utf8), [UInt8]($0.value.utf8)] } }
}
