internal import Glibc
package import HTTPTypes

/// The bytes of values, as they were received or are sent, whatever their encoding (RFC 9110 §5.5). The text of a value
/// that is not UTF-8 has U+FFFD in their place.
///
/// SAFETY: the pointers are used during the calls only.
extension HTTPField {
  /// The bytes of the value.
  package var bytes: [UInt8] { unsafe withUnsafeBytesOfValue { unsafe [UInt8]($0) } }

  /// Appends the bytes of the value.
  package func appendValue(to output: inout [UInt8]) {
    unsafe withUnsafeBytesOfValue { unsafe output.append(contentsOf: $0) }
  }

  /// Whether the value of another field has the same bytes.
  package func hasValue(of other: HTTPField) -> Bool {
    unsafe withUnsafeBytesOfValue { bytes in
      unsafe other.withUnsafeBytesOfValue { others in
        guard let start = bytes.baseAddress, let otherStart = others.baseAddress else {
          return bytes.isEmpty && others.isEmpty
        }
        return unsafe bytes.count == others.count && memcmp(start, otherStart, bytes.count) == 0
      }
    }
  }
}
