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

/// Returns whether this process may execute a file.
func isExecutable(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 && isRegularFile(path) }

/// Returns whether a name matches a pattern of the shell, such as `deep-*`.
func isMatch(_ name: String, pattern: String) -> Bool { unsafe fnmatch(pattern, name, 0) == 0 }
