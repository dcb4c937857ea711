/// The JSON data interchange format, exactly as RFC 8259 defines it.
///
/// ``Decoder`` and ``Encoder`` convert `Codable` types, with Foundation's strategies and results. ``Value`` represents
/// documents of any kind.
///
///     struct User: Codable { var name: String }
///     let user = try JSON.Decoder().decode(User.self, from: #"{"name": "Ann"}"#)
///     let text = try JSON.Encoder().string(for: user)   // {"name":"Ann"}
///
/// Comments, trailing commas, `NaN`, leading zeros, single quotes, control characters in strings, lone surrogates,
/// invalid UTF-8, and anything but white space after the document are always errors. A byte order mark at the start
/// is skipped.
///
/// ## Differences from Foundation's coders on Linux
///
/// Decoding:
/// - UTF-16 and UTF-32 are refused, with the code ``ErrorCode/notUTF8``: RFC 8259 §8.1 requires UTF-8.
///   Foundation also takes a digit and a NUL after it for UTF-16.
/// - A document is checked as a whole before anything is decoded from it. Foundation detects a malformed number or
///   string only when it is decoded, and ignores it otherwise.
/// - A trailing comma in an array or object is refused. Foundation on Linux accepts it.
/// - The underlying error of a malformed document is a ``SyntaxError``. Foundation on Linux provides none.
/// - Snake case is converted by Unicode scalars, in encoding as well. Foundation's keys differ after combining marks,
///   Roman numerals such as `ⅷ`, and the apostrophe `ʼ`.
/// - Keys are compared by their bytes. Foundation treats a precomposed `é` and an `e` followed by a combining accent as
///   the same key.
/// - If keys are repeated, only the first member is decoded into a `[String: T]`. Foundation decodes all of them, and
///   fails if one of them is not a `T`.
/// - The error for a number that does not fit its type has a coding path. Foundation provides none.
/// - Integers are exact or an error. Foundation converts numbers with a fraction or an exponent to `Double` first, and
///   so decodes `1e-400` as the integer 0.
/// - A zero may have an exponent. Foundation mistakes `0e5` for a number that was rounded to zero, and refuses it, and
///   `0e400` as a `Decimal`.
/// - A `Decimal` holds all digits, or an error is thrown, unless ``Decoder/decimalDecodingStrategy`` rounds it.
///   Foundation drops the digits after the 38th, and refuses `1e128`, although there is such a `Decimal`.
/// - Base64 must consist of whole groups of four characters, with padding only at the end. Foundation accepts `AA=A`
///   and `====`.
/// - ISO 8601 dates must be existing days and times of the Gregorian calendar, with four digits of the year, two of
///   everything else, and no trailing characters. Foundation accepts `2001-02-30T25:61:00Zjunk`, 24:00:00, the second
///   60, `2001-1-2T3:4:5z` and years of five digits, and uses the Julian calendar before 1582. It refuses offsets
///   beyond 18 hours, and fractions of 10 or more digits.
/// - The error of a malformed date has its coding path. Foundation provides that of the object or array around it.
/// - The strings for infinities and NaN are compared byte by byte.
/// - `allKeys` has the order of the document. Foundation's order is unspecified.
/// - `decodeIfPresent` at the end of an unkeyed container leaves `currentIndex` as it is. Foundation increments it.
/// - The errors of a missing member's `superDecoder` and nested values are the same, with different descriptions.
///
/// As with Foundation, a subclass that is passed as a metatype of its superclass is decoded by all containers except
/// keyed ones: the standard library's `KeyedDecodingContainer` passes on the superclass.
///
/// Encoding:
/// - Members keep the order in which they were encoded. Foundation's order is unspecified.
/// - If a key is encoded more than once, the last value counts, as in Foundation, in the position of the first. The
///   members or elements of a nested container are added to those of an earlier value for the key, also as in
///   Foundation.
/// - A container of another kind than an earlier value in its place throws an `EncodingError`. Foundation traps.
/// - After `singleValueContainer().encode(_:)` with an object or an array, a container of the same kind continues it,
///   as in Foundation. Any other second value throws an `EncodingError`. Foundation traps, or ignores the value.
/// - Adding to a container after its value is complete throws an `EncodingError`, unless the container belongs to a
///   `superEncoder()` or is nested in a value that is still being encoded.
/// - The coding path of a value within a nested container has the keys of that container. Foundation leaves them out.
/// - With the ISO 8601 strategy, dates before 1582 are Gregorian. Foundation writes them by the Julian calendar.
/// - A date outside the years 0000 to 9999 throws an `EncodingError` with the ISO 8601 strategy. Foundation writes a
///   different date for one that is far away, and `-4712-01-01T12:00:00Z` for one that is not a number.
/// - A `Decimal` that is not a number throws an `EncodingError`. Foundation writes `NaN`.
/// - Encoding and decoding have the same limit on nesting, 512 levels by default, and never overrun the thread's stack.
public enum JSON {}
