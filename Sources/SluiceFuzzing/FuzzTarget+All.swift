extension FuzzTarget {
  /// Every target, by name.
  public static let all: [FuzzTarget] = [json, jsonTypes, mediaType].sorted { $0.name < $1.name }
}
