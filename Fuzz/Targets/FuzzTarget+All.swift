public import SluiceFuzz

extension FuzzTarget {
  /// Every target, sorted by name.
  public static let all: [FuzzTarget] = [
    // Cache.
    cacheControl, cacheEntry, cacheFreshness, cacheVary,
    // Gzip.
    gzipRoundTrip, inflate,
    // Headers.
    authenticationChallenge, contentDisposition, contentRange, entityTag, httpDate, link, mediaType,
    // JSON.
    json, jsonDirect, jsonFoundation, jsonRoundTrip, jsonTypes,
    // Multipart.
    multipartParser, multipartReader, multipartRoundTrip,
    // PropertyList.
    propertyListBinary, propertyListRoundTrip, propertyListXML,
    // Query.
    query, queryRoundTrip,
    // Session.
    chunkedBody, outboxEntry, redirect, responseHead, resumeRecord,
    // Streams.
    jsonLines, jsonSequence, serverSentEvents,
    // Text and XML.
    textDecoding, xmlDocument,
  ].sorted { $0.name < $1.name }

  /// Returns the target with a name, or `nil` if there is none.
  ///
  /// - Complexity: O(*n*), where *n* is the number of targets.
  public static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}
