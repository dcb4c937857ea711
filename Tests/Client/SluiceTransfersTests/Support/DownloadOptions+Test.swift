import Sluice

extension DownloadOptions {
  /// Returns options with the settings that most tests of downloads need.
  static func test(
    resuming: Bool = false, upTo limit: Int64? = nil, segments: Int = 1,
    ifExists: ExistingFilePolicy = .replace
  ) -> DownloadOptions {
    var options = DownloadOptions()
    options.resumes = resuming
    options.maximumByteCount = limit
    options.segments = segments
    options.existingFile = ifExists
    return options
  }
}
