import SluiceCoding

extension FuzzTarget {
  /// The value of a `Content-Type` field: what is read is written so that the same is read again.
  static let mediaType = FuzzTarget("media-type") { input in
    let text = String(decoding: input.rest(), as: UTF8.self)
    guard let type = MediaType(text) else { return }
    let written = type.description
    guard let again = MediaType(written) else { throw BrokenProperty("\(written): not read again") }
    try requireEqual(type, again, "read again")
    try requireEqual(written, again.description, "written again")
    let parts = type.parameters.map { (name: $0.name, value: $0.value) }
    try requireEqual(
      MediaType(type: type.type, subtype: type.subtype, parameters: parts), type, "made of its parts")
    try require(
      Set(type.parameters.map(\.name)).count == type.parameters.count, "a parameter came twice: \(written)")
    try require(written.utf8.allSatisfy { $0 >= 0x20 || $0 == 9 }, "a control character: \(written)")
  }
}
