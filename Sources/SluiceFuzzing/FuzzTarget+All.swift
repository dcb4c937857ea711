extension FuzzTarget {
  /// Every target, by name.
  public static let all: [FuzzTarget] = [mediaType].sorted { $0.name < $1.name }
}
