import SluiceCoding
import SluiceFuzz
import SluiceMultipart

extension FuzzTarget {
  /// The value of a `Content-Disposition` field.
  ///
  /// Byte 0 is the profile. The value follows.
  static let contentDisposition = FuzzTarget(
    "content-disposition", format: .contentDisposition, optionByteCount: 1
  ) { input in
    let profile = input.choice(of: [ContentDisposition.Profile.http, .formData])
    let bytes = input.rest()
    let text = String(decoding: bytes, as: UTF8.self)
    let value: ContentDisposition
    do {
      value = try ContentDisposition(parsing: text, as: profile)
    } catch let error as HeaderError {
      return try require((0...text.utf8.count).contains(error.byteOffset), "\(error) of \(text.utf8.count)")
    }
    let names = value.parameters.map(\.name)
    try require(Set(names).count == names.count, "a repeated parameter")
    try require((names + [value.type]).allSatisfy { $0.utf8.isHTTPToken && $0 == $0.lowercased() }, "names")
    try require(!value.parameters.contains { $0.value.utf8.contains(0) }, "a NUL in a value")
    if profile == .http {
      let described = try ContentDisposition(parsing: value.description)
      try requireEqual(described.parameters.bytes, value.parameters.bytes, "described as \(value)")
    }
    try require(!value.description.utf8.contains { $0 == 0x0A || $0 == 0x0D }, "a line break in \(value)")
    if let fileName = value.fileName { try check(fileName, of: value, profile) }
    let written = written(value, as: profile)
    let again = try ContentDisposition(parsing: written, as: profile)
    try requireEqual(again.parameters.bytes, value.parameters.bytes, "written as \(written)")
    try requireEqual(again.fileName.map { Array($0.utf8) }, value.fileName.map { Array($0.utf8) }, written)
  }

  private static func check(
    _ fileName: String, of value: ContentDisposition, _ profile: ContentDisposition.Profile
  ) throws {
    let plain = value["filename"].map { Array($0.utf8) }
    try require(
      profile == .http && value["filename*"] != nil || plain == Array(fileName.utf8), "a different file name")
    if profile == .http {
      try require(!fileName.utf8.contains { $0 == 0x0A || $0 == 0x0D }, "a line break in a file name")
    }
    let safe = SafeFileName(fileName).description
    try require((1...200).contains(safe.utf8.count) && safe != "." && safe != "..", "\(safe): not safe")
    try require(!safe.utf8.contains { $0 < 0x20 || "/\\:\"".utf8.contains($0) }, "\(safe): not safe")
    try require(!safe.starts(with: /[-~.]/), "\(safe): not safe")
    try requireEqual(
      Array(SafeFileName(safe).description.utf8), Array(safe.utf8), "a safe name, made safe again")
  }

  /// Returns the text of the value as a sender would write it.
  private static func written(
    _ value: ContentDisposition, as profile: ContentDisposition.Profile
  ) -> String {
    value.parameters.reduce(into: value.type) { text, parameter in
      // Only quoted values have escapes.
      guard profile != .http, !parameter.value.utf8.isHTTPToken else { return text += "; \(parameter)" }
      let isName = parameter.name == "name" || parameter.name == "filename"
      var content: [UInt8] = []
      for byte in parameter.value.utf8 {
        switch byte {
        case UInt8(ascii: "\""): content += (isName ? "%22" : "\\\"").utf8
        case UInt8(ascii: "\r"): content += "%0D".utf8
        case UInt8(ascii: "\n"): content += "%0A".utf8
        default: content.append(byte)
        }
      }
      text += "; \(parameter.name)=\"\(String(decoding: content, as: UTF8.self))\""
    }
  }
}
