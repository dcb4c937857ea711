extension FuzzTarget {
  /// Every target, by name.
  public static let all: [FuzzTarget] = [
    authenticationChallenge, contentDisposition, contentRange, entityTag, gzipRoundTrip, httpDate, inflate,
    mediaType,
    multipartParser, multipartReader, multipartRoundTrip, query, queryRoundTrip, redirect, responseHead,
    resumeRecord,
  ].sorted { $0.name < $1.name }
}
