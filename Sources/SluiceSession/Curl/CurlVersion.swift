/// A version of libcurl, such as 8.14.1, ordered by its components.
struct CurlVersion: Comparable, CustomStringConvertible {
  let number: UInt32

  /// - Parameter number: The version in libcurl's form, `0xXXYYZZ`.
  init(number: UInt32) { self.number = number }

  init(_ major: UInt32, _ minor: UInt32, _ patch: UInt32) { number = major << 16 | minor << 8 | patch }

  var description: String { "\(number >> 16).\(number >> 8 & 0xFF).\(number & 0xFF)" }

  static func < (left: CurlVersion, right: CurlVersion) -> Bool { left.number < right.number }
}
