extension FuzzTarget {
  /// Every target, sorted by name.
  public static let all: [FuzzTarget] = [
    // Forms and their coding.
    multipartParser, multipartReader, multipartRoundTrip, inflate, gzipRoundTrip, query, queryRoundTrip,
    // Documents.
    json, jsonFoundation, jsonRoundTrip, jsonTypes, propertyListBinary, propertyListRoundTrip,
    propertyListXML,
    xmlDocument,
    // Streams.
    jsonLines, jsonSequence, serverSentEvents, textDecoding,
    // Header fields and heads.
    authenticationChallenge, contentDisposition, contentRange, entityTag, httpDate, mediaType, redirect,
    responseHead, resumeRecord,
  ].sorted { $0.name < $1.name }
}
