extension FuzzTarget {
  /// Every target, by name.
  public static let all: [FuzzTarget] = [
    json, jsonLines, jsonSequence, jsonTypes, mediaType, serverSentEvents,
  ].sorted { $0.name < $1.name }
}
