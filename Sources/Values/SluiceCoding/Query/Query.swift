/// Queries of URLs and forms: names and values such as `text=to+%26+fro&tags[]=a&tags[]=b`.
///
/// ``Encoder`` and ``Decoder`` convert `Codable` types, with one set of strategies for both directions. ``Pairs`` are
/// the names and values themselves, and a ``Tree`` represents a query without a type of your own.
///
/// ```swift
/// let text = try Query.Encoder().string(for: search)
/// let search = try Query.Decoder().decode(Search.self, from: text)
/// ```
public enum Query {}
