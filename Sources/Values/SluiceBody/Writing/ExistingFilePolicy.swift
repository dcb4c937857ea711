/// The treatment of anything that already has the name of a file that is written: a file, a folder, or a symbolic link,
/// even a dangling one.
///
/// The name is taken or replaced in one step, so no policy overwrites a file that appears at the same moment, other
/// than ``replace``.
///
/// ```swift
/// try await part.write(toFile: "/data/holiday.mov", ifExists: .replace)
/// ```
public enum ExistingFilePolicy: Sendable, Hashable {
  /// Writing fails with ``BodyError/Code/fileExists``, and the existing file stays as it is.
  case fail
  /// The new file takes the place of the existing one once it is complete. A symbolic link is replaced, not followed. A
  /// folder is a ``BodyError/Code/fileIsDirectory`` error.
  case replace
  /// The new file gets a free name: for `a.txt`, the first of `a (1).txt`, `a (2).txt`, … that is free. If there are
  /// gaps between existing numbers, it may get a later one.
  case unique
}
