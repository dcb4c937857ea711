/// An object of a binary property list, before its references are followed.
///
/// An object begins with a marker: the kind in the high four bits, and a number *n* in the low four bits. All numbers
/// are big-endian.
///
/// ```
/// marker    object                 content after the marker
/// 08, 09    false, true            none
/// 1n        integer, n ≤ 4         2ⁿ bytes: unsigned if n ≤ 2, otherwise signed
/// 22, 23    real                   4 or 8 bytes (IEEE 754)
/// 33        date                   8 bytes: seconds from the start of 2001, as a real
/// 4n        data                   n bytes
/// 5n        string                 n bytes of ASCII
/// 6n        string                 n code units of UTF-16
/// 8n        UID                    n + 1 bytes
/// An        array                  n references, each the number of an object
/// Dn        dictionary             n references to keys, then n references to values
/// ```
///
/// A count of 15 or more does not fit *n* in 4n, 5n, 6n, An and Dn. Then *n* is F, and an integer object with the
/// count follows: `5F 10 14` and 20 bytes are a string of 20 bytes.
enum PropertyListBinaryObject {
  case scalar(PropertyList.Value, byteCount: Int)
  case array(References)
  case dictionary(References)

  var isDictionary: Bool {
    if case .dictionary = self { true } else { false }
  }

  /// The references of a container. An array has `count` references; a dictionary has twice as many, first those to
  /// all keys.
  struct References {
    let count: Int
    let offset: Int
  }
}
