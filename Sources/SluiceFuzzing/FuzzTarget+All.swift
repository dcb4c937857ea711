extension FuzzTarget {
  /// Every target, by name.
  public static let all: [FuzzTarget] = [
    gzipRoundTrip, inflate, mediaType, multipartParser, multipartRoundTrip, query, queryRoundTrip,
  ].sorted { $0.name < $1.name }
}
