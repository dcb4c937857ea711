extension MediaType {
  /// Creates the media type of files with this extension, such as `pdf` or `PDF`, or `nil` if it is not a common one.
  ///
  /// - Parameter fileExtension: The extension without its dot, in any case.
  public init?(fileExtension: some StringProtocol) {
    guard let type = FileExtensionTable.mediaTypes[fileExtension.lowercased()] else { return nil }
    self = type
  }

  /// Creates the media type for the last extension of a file's name, or `nil` if it is missing or not a common one.
  ///
  /// A leading dot hides a file and does not start an extension: `.zip` has none.
  ///
  /// - Parameter fileName: The name of a file, or a path that ends with it.
  public init?(fileName: String) {
    let path = fileName.utf8
    let start = path.lastIndex(of: UInt8(ascii: "/")).map(path.index(after:)) ?? path.startIndex
    let name = path[start...].drop { $0 == UInt8(ascii: ".") }
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    self.init(fileExtension: Substring(name[name.index(after: dot)...]))
  }
}
