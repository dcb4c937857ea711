internal import FoundationEssentials
internal import Sluice
internal import SluiceFuzz
internal import SluiceTool

/// A package that fuzzes another. It is a package of its own, because a fuzzer has no `main`, and `swift test` would
/// build it.
struct FuzzPackage {
  private let folder: String
  private let files: [(name: String, content: String)]

  /// - Throws: A `Failure` if the package has no manifest, if its library is not named there, or if Sluice is
  ///   elsewhere.
  init(of package: String, product: String?, target: String, format: Corpus.Format, sluice: String) throws {
    folder = "\(package)/Fuzzing"
    guard let manifest = try? String(contentsOf: URL(filePath: "\(package)/Package.swift"), encoding: .utf8)
    else {
      throw Failure(.inputMissing, "file-missing", "there is no \(package)/Package.swift")
    }
    guard let product = product ?? Self.firstLibrary(in: manifest) else {
      throw Failure(
        .usage, "no-library", "\(package)/Package.swift names no library; name a product with --product")
    }
    let path = sluice.hasPrefix("/") ? sluice : "../\(sluice)"
    guard
      FileManager.default.fileExists(
        atPath: sluice.hasPrefix("/") ? "\(sluice)/Package.swift" : "\(package)/\(sluice)/Package.swift")
    else {
      throw Failure(
        .inputMissing, "file-missing", "Sluice is not in \(sluice); name its folder with --sluice")
    }
    guard !FileManager.default.fileExists(atPath: folder) else {
      throw Failure(.usage, "file-exists", "\(folder) exists")
    }
    guard FuzzTarget.isValid(name: target) else {
      throw Failure(.usage, "invalid-name", "a target's name has letters, digits, '.', '_' and '-'")
    }
    let identity = URL(filePath: package).standardizedFileURL.lastPathComponent
    files = [
      (".gitignore", ".build/\n*.profraw\ncrash-*\n"),
      ("Makefile", Self.makefile(target: target, sluice: path)),
      ("Package.swift", Self.manifest(product: product, package: identity, sluice: path)),
      ("Sources/fuzz/EntryPoint.swift", Self.entryPoint),
      (
        "Sources/fuzz/Targets.swift",
        Self.targets(module: Self.module(of: product, in: manifest), target: target, format: format)
      ),
    ]
  }

  /// Writes the files, or removes those that it has written.
  ///
  /// - Returns: Their paths.
  func write() throws -> [String] {
    let folders = [folder, "\(folder)/Sources", "\(folder)/Sources/fuzz"]
    let paths = files.map { "\(folder)/\($0.name)" }
    do {
      for folder in folders { try makeFolder(folder) }
      for (path, file) in zip(paths, files) { try OutputFile.write(Array(file.content.utf8), to: path) }
    } catch {
      for path in paths { removeFile(path) }
      for folder in folders.reversed() { removeEmptyFolder(folder) }
      throw error
    }
    return paths
  }

  /// Returns the first module of a product, whose name may be another one.
  private static func module(of product: String, in manifest: String) -> String {
    let libraries = manifest.matches(of: /\.library\(\s*name:\s*"([^"]+)"[^)]*?targets:\s*\[\s*"([^"]+)"/)
    let target = libraries.first { $0.1 == product }?.2 ?? product[...]
    return String(target.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  private static func firstLibrary(in manifest: String) -> String? {
    manifest.firstMatch(of: /\.library\(\s*name:\s*"([^"]+)"/).map { String($0.1) }
  }
}
