import Sluice

extension DownloadOptions {
  /// Returns options with the settings that most tests of downloads need.
  static func test(
    resuming: Bool = false, upTo limit: Int64? = nil, segments: Int = 1,
    ifExists: ExistingFilePolicy = .replace
  ) -> DownloadOptions {
    DownloadOptions(
      ifExists: ifExists, resumes: resuming, maximumByteCount: limit, maximumConcurrentCount: segments)
  }
}
