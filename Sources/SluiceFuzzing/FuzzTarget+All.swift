extension FuzzTarget {
  /// Every target, by name.
  public static let all: [FuzzTarget] = [
    json, jsonFoundation, jsonLines, jsonRoundTrip, jsonSequence, jsonTypes, mediaType, propertyListBinary,
    propertyListRoundTrip, propertyListXML, serverSentEvents, textDecoding, xmlDocument,
  ].sorted { $0.name < $1.name }
}
