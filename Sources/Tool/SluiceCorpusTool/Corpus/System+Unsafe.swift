internal import Glibc
internal import Sluice
internal import SluiceTool

// System calls of these commands alone.
//
// SAFETY: the pointers passed to the system point to local variables, or are C strings that live during the call.

/// Creates a folder with a unique name in the session's default folder for temporary files, and returns its path.
///
/// - Throws: ``Failure`` with the code `temporary-file`.
func makeTemporaryFolder(prefix: String) throws(Failure) -> String {
  var template = Array("\(Session.Configuration().temporaryFolder)/\(prefix)XXXXXX".utf8CString)
  let isCreated = unsafe mkdtemp(&template) != nil
  let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  if !isCreated { throw .system("temporary-file", path) }
  return path
}

/// Returns the path of a program, which is searched for like that of a command, or `nil` if there is none.
func findProgram(_ name: String) -> String? {
  if name.isEmpty { return nil }
  let folders = (environmentVariable("PATH") ?? "/bin:/usr/bin").split(
    separator: ":", omittingEmptySubsequences: false)
  let paths = name.contains("/") ? [name] : folders.map { $0.isEmpty ? name : "\($0)/\(name)" }
  return paths.first { unsafe access($0, X_OK) == 0 && isRegularFile($0) }
}

/// Returns whether a name matches a pattern of the shell, such as `deep-*`.
func isMatch(_ name: String, pattern: String) -> Bool { unsafe fnmatch(pattern, name, 0) == 0 }
