internal import ArgumentParser
internal import Sluice

/// The values of `--if-exists`.
enum ExistingFile: String, ExpressibleByArgument, CaseIterable {
  case replace, fail, unique

  var policy: ExistingFilePolicy {
    switch self {
    case .replace: .replace
    case .fail: .fail
    case .unique: .unique
    }
  }
}
