/// JSON as RFC 8259 has it, nothing more and nothing less.
///
/// ``Decoder`` and ``Encoder`` are for `Codable` types, with Foundation's strategies and results;
/// ``Value`` is for documents that have no type; ``ElementParser`` takes a long array as it arrives.
///
/// Refused everywhere: comments, trailing commas, `NaN`, leading zeros, single quotes, control characters in
/// strings, lone surrogates, bytes that are not UTF-8, and anything after the document. A byte order mark
/// before it is skipped.
public enum JSON {}
