/// JSON as RFC 8259 has it, nothing more and nothing less.
///
/// ``Decoder`` and ``Encoder`` are for `Codable` types, with Foundation's strategies and results; ``Value`` is for
/// documents that have no type; ``Parser`` and ``ElementParser`` take text as it arrives.
///
/// Refused everywhere: comments, trailing commas, `NaN`, leading zeros, single quotes, control characters in strings,
/// lone surrogates, bytes that are not UTF-8, and anything after the document. A byte order mark before it is skipped.
///
/// ## What differs from Foundation's coders on Linux
///
/// Reading:
/// - UTF-16 and UTF-32 are refused: RFC 8259, section 8.1, wants UTF-8.
/// - A document is checked as a whole before anything is read from it. Foundation finds what is wrong with a number or a
///   string when that is asked for, and lets it pass otherwise.
/// - A comma before the end of an array or object is refused. On Linux Foundation takes it.
/// - The underlying error of a malformed document is a ``SyntaxError``; on Linux Foundation gives none.
/// - Keys are found by their bytes. Foundation takes `é` for `e` with an accent after it.
/// - Of members with one key, the first alone is read into a `[String: T]`. Foundation reads them all, and fails where
///   one is no `T`.
/// - A number that does not fit its type is an error with a coding path. Foundation gives none.
/// - Integers are exact or an error. Foundation goes by way of a `Double` for numbers with a fraction or an exponent, so
///   that it reads `1e-400` as the integer 0.
/// - A zero may have an exponent: Foundation takes `0e5` for a number that was rounded to zero, and refuses it.
/// - A `Decimal` holds all digits, or there is an error. Foundation cuts off those after the 38th.
/// - Base64 is whole groups of four, and padded at the end alone. Foundation takes `AA=A` and `====`.
/// - ISO 8601 dates are days that there are, in the Gregorian calendar, and nothing follows them. Foundation takes
///   `2001-02-30T25:61:00Zjunk`, and has the Julian calendar before 1582.
/// - Non-conforming numbers are told from their strings byte by byte.
/// - `allKeys` are in the document's order. Foundation's are in none.
/// - A missing member's `superDecoder` and nested values have the same errors, but other descriptions.
///
/// Writing:
/// - Members keep the order in which they were encoded. Foundation's are in none.
/// - Members of one name: the last value counts, as with Foundation, in the first one's place.
/// - A second value for a single-value container, or a container of another kind, is an `EncodingError`. Foundation
///   traps.
/// - A container that is filled after its value was complete is an `EncodingError`, unless it belongs to a
///   `superEncoder()` or is nested in a value that is still being encoded.
/// - ISO 8601 has dates of the years 0000 to 9999, or there is an `EncodingError`. Foundation writes another date for one
///   that is far off, and `-4712-01-01T12:00:00Z` for none.
/// - A `Decimal` that is not a number is an `EncodingError`. Foundation writes `NaN`.
/// - Nesting has the same limit both ways, 512 levels by default, and the thread's stack is never overrun.
public enum JSON {}
