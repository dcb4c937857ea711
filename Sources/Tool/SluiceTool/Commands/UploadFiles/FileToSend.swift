internal import Sluice
internal import SluiceSupport

/// A line of a manifest.
struct FileToSend: Sendable {
  /// The number of the line, from 1.
  let number: Int
  /// The path, as in the line.
  let path: String
  private let folder: ManifestFolder
  let url: String
  /// The fields of the form before the file.
  let fields: [[String]]

  private struct Line: Decodable {
    var path: String
    var url: String?
    var fields: [[String]]?
  }

  /// Parses a line, and checks its path.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - number: Its number.
  ///   - manifest: What it has in common with the other lines.
  init(_ line: ArraySlice<UInt8>, _ number: Int, _ manifest: Manifest.Common) throws(Failure) {
    func failure(_ problem: String) -> Failure {
      Failure(.dataRefused, "invalid-manifest", "\(manifest.path): line \(number) \(problem)")
    }
    guard let line = try? JSON.Decoder().decode(Line.self, from: line.span) else {
      throw failure("is not an object with a path, and optionally a url and fields as [name, value]")
    }
    guard Self.staysInFolder(line.path) else {
      throw failure("has the path '\(line.path)', which does not name a file in the folder of the manifest")
    }
    let fields = line.fields ?? []
    guard fields.allSatisfy({ $0.count == 2 }) else { throw failure("has a field that is not [name, value]") }
    guard manifest.hasForms || fields.isEmpty else { throw failure("has fields, which need --part") }
    guard let url = line.url ?? manifest.template.map({ Self.url($0, of: line.path) }) else {
      throw failure("has no url, and --url is not given")
    }
    (self.number, path, folder) = (number, line.path, manifest.folder)
    (self.url, self.fields) = (url, fields)
  }

  /// The path on this machine.
  var location: String { folder.path + path }

  /// Returns the version of the file that exists now.
  func source() throws -> FileSource { try folder.source(of: path) }

  /// Whether a path is relative, and none of its components leads elsewhere.
  static func staysInFolder(_ path: String) -> Bool {
    !path.utf8.contains(0)
      && path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
        !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8)
      }
  }

  private static func url(_ template: String, of path: String) -> String {
    var bytes: [UInt8] = []
    PercentCoding.encode(path.utf8.span, literals: .alphanumerics.union(ASCIISet("-._~/")), into: &bytes)
    return template.replacing(Manifest.placeholder, with: String(decoding: bytes, as: UTF8.self))
  }
}
